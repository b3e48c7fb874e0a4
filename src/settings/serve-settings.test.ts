import { expect, test } from 'vitest';
import { listenError, readServeSettings } from './serve-settings.ts';

const none = { flags: {}, env: {}, dotenv: {} };

test('without anything, the server listens on loopback with the demo key', () => {
  expect(readServeSettings(none)).toEqual({ port: 8080, host: '127.0.0.1', plan: 'business' });
});

test('flags and variables count', () => {
  const flags = { '--port': '0', '--host': '::1', '--window': '0.5' };
  const env = { PETSTORE_API_KEY: 'a-key', PETSTORE_PLAN: 'free' };
  expect(readServeSettings({ ...none, flags, env })).toEqual({
    port: 0,
    host: '::1',
    window: 0.5,
    plan: 'free',
    apiKey: 'a-key',
  });
});

test.each([
  ['--port', '65536'],
  ['--port', 'http'],
  ['--host', 'not a host'],
  ['--window', '0'],
  ['--plan', 'gratis'],
])('%s %s is refused', (flag, value) => {
  expect(() => readServeSettings({ ...none, flags: { [flag]: value } })).toThrow(
    `${flag} "${value}": must be`,
  );
});

test('a misspelt variable is refused', () => {
  expect(() => readServeSettings({ ...none, dotenv: { PETSTORE_PLANS: 'x' } })).toThrow(
    'PETSTORE_PLANS in .env is not a known variable; did you mean PETSTORE_PLAN?',
  );
});

test('a server that cannot listen blames port or host', () => {
  const settings = readServeSettings(none);
  expect(listenError(settings, 'EADDRINUSE').message).toContain('--port "8080"');
  expect(listenError(settings, 'EADDRNOTAVAIL').message).toContain('--host "127.0.0.1"');
});
