/**
 * What is used of undici. Its index loads fetch, caches and mocks as well, a tenth of the time of a run; so the parts
 * are loaded from where they lie. The package holds this undici, so no other can keep them elsewhere.
 */

import requests from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// As undici's index does for all dispatchers: by themselves they have no `request`.
for (const one of [Agent, Pool, ProxyAgent]) Object.assign(one.prototype, requests);

export { Agent, Pool, ProxyAgent };
