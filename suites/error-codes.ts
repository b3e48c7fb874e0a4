/** The codes of errors: after the chapters that bring them. */

import { inconclusive } from '../src/engine/asking/outcomes.ts';
import { gap } from '../src/engine/checks/requirement.ts';
import { isAnswered } from '../src/http/exchange.ts';
import { isJsonObject, member, tryParseJson } from '../src/http/json.ts';

gap('gap.error-codes', 'the codes seen', async ({ exchanges, cite }) => {
  const codes = new Map<number, Set<string>>();
  for (const exchange of exchanges) {
    if (!isAnswered(exchange) || exchange.response.status < 400) continue;
    const body = tryParseJson(exchange.response.body);
    const code = isJsonObject(body) ? member(body, 'code') : undefined;
    if (typeof code !== 'string') continue;
    const known = codes.get(exchange.response.status) ?? new Set();
    if (!known.has(code)) cite(exchange);
    codes.set(exchange.response.status, known.add(code));
  }
  if (codes.size === 0) inconclusive('no error with a code was seen');
  const byStatus = [...codes].sort(([a], [b]) => a - b);
  return byStatus.map(([status, known]) => `${status}: ${[...known].join(', ')}`).join('; ');
});
