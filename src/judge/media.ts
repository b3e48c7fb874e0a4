import { header } from '../http/exchange.ts';
import { type Defined, placeOf } from './defined.ts';
import type { Finding } from './outcome.ts';

/**
 * Judges whether the body of a defined answer is `application/json` (section 4). Parameters and letter case are free
 * (RFC 9110, section 8.3.1). An answer without a body has no media type to judge.
 */
export function judgeMedia(exchange: Defined): Finding[] {
  if (exchange.response.body === '') return [];
  const type = header(exchange.response, 'Content-Type');
  const essence = type?.split(';', 1)[0]?.trim().toLowerCase();
  const problem =
    type === undefined ? 'no Content-Type header' : `Content-Type is ${JSON.stringify(type)}`;
  return [
    {
      id: 'media.json',
      exchange: exchange.index,
      at: placeOf(exchange),
      ...(essence === 'application/json'
        ? {}
        : { problem: `${problem}; expected application/json` }),
    },
  ];
}
