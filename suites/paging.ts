/** Section 4.4: no way to further pages is described; those that exist are recorded. */

import { together } from '../src/engine/checks/requirement.ts';
import { header } from '../src/http/exchange.ts';
import { each, outline } from './recorded.ts';

const { gap } = together('lists');

gap('gap.paging', 'ways to further pages', async (context) => {
  const { api, inventory } = context;
  await inventory.settle();
  const first = await context.once('the list of one', (shared) =>
    shared.api.listPets({ limit: 1 }),
  );
  const link = header(first.response, 'Link') === undefined ? 'no Link header' : 'a Link header';
  const totals = first.response.headers
    .map(([name]) => name)
    .filter((name) => /total|count|cursor|next|page/i.test(name));
  // A service that knows neither ignores both at once.
  const queries = context.plan.asks('ways to further pages, one by one')
    ? ['page=2', 'offset=1']
    : ['page=2&offset=1'];
  const moved = await each(queries, String, async (query) => {
    const other = await api.listPets(`limit=1&${query}`, { purpose: 'gap' });
    if (other.response.status !== 200) return outline(other);
    return other.response.body === first.response.body ? 'ignored' : 'another animal';
  });
  return [link, ...totals.map((name) => `a ${name} header`), moved].join('; ');
});
