import { shellQuoted } from '../text/words.ts';
import type { Exchange } from './exchange.ts';

/** Header fields that tell runs apart, and that no command needs. */
const ofTheRun = ['user-agent', 'traceparent'];

/**
 * A curl line that sends the request again. In place of the header fields that `carrying` names stand `credentials`,
 * their forms for a shell: they expand `$PETSTORE_API_KEY`, and so are put in double quotes.
 */
export function commandOf(
  { method, url, headers, body }: Exchange['request'],
  carrying: readonly string[],
  credentials: readonly string[],
): string {
  const left = new Set([...ofTheRun, ...carrying.map((one) => one.toLowerCase())]);
  const shown = headers.filter(([name]) => !left.has(name.toLowerCase()));
  const has = (wanted: string) => shown.some(([name]) => name.toLowerCase() === wanted);
  return [
    'curl -gi',
    ...(method === 'GET' ? [] : ['-X', method]),
    ...credentials.map((one) => `-H "${one}"`),
    ...shown.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(has('accept-encoding') ? ['--compressed'] : []),
    // curl would accept anything.
    ...(has('accept') ? [] : ["-H 'Accept:'"]),
    // curl would give a body a media type of its own.
    ...(body === undefined || has('content-type') ? [] : ['-H Content-Type:']),
    ...(body === undefined ? [] : ['--data-raw', shellQuoted(body)]),
    shellQuoted(url),
  ].join(' ');
}
