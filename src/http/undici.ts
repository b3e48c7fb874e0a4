/**
 * What is used of undici. Its index loads fetch, caches and mocks as well, a tenth of the time of a run; so the parts
 * are loaded from where they lie. The package holds this undici, so no other can keep them elsewhere.
 */

import requests from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// As undici's index does: a dispatcher alone has no `request`.
Object.assign(Dispatcher.prototype, requests);

export { Agent, Pool, ProxyAgent };
