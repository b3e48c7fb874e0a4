import { expect, test } from 'vitest';
import { SettingsError } from '../../settings/settings-error.ts';
import { steady } from './beside.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file that stays the same is read as often as wanted, one that is missing too', () => {
  const read = steady((name) => (name === 'there' ? bytes('one') : undefined));
  for (const name of ['there', 'missing', 'there', 'missing'])
    expect(read(name)).toEqual(name === 'there' ? bytes('one') : undefined);
});

test.each([
  ['other bytes', [bytes('one'), bytes('two')]],
  ['nothing', [bytes('one'), undefined]],
  ['a file that was missing', [undefined, bytes('one')]],
])('a file that becomes %s while it is verified is refused', (_, answers) => {
  const left = answers.values();
  const read = steady(() => left.next().value);
  read('conformance.json');
  const again = () => read('conformance.json');
  expect(again).toThrow(SettingsError);
});
