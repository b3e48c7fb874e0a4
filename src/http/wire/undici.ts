/**
 * What is used of undici. Its index loads fetch, caches and mocks as well, a tenth of the time of a run; so the parts
 * are loaded from where they lie, or from the index if a later undici keeps them elsewhere.
 */
import type * as undici from 'undici';

export type Parts = Pick<typeof undici, 'Agent' | 'Pool' | 'ProxyAgent'>;

/** Loads the parts alone. Throws if this undici does not keep them there. */
export async function loadParts(): Promise<Parts> {
  const [agent, pool, proxy, dispatcher, requests] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/index.js'),
  ]);
  // As undici's index does: a dispatcher alone has no `request`.
  Object.assign(dispatcher.default.prototype, requests.default);
  return { Agent: agent.default, Pool: pool.default, ProxyAgent: proxy.default };
}

/** The parts alone, or if they cannot be had, those of the index. */
export async function partsOrIndex(load: () => Promise<Parts>): Promise<Parts> {
  try {
    return await load();
  } catch {
    return import('undici');
  }
}

export const { Agent, Pool, ProxyAgent } = await partsOrIndex(loadParts);
