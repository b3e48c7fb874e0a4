/**
 * What a run needs of undici, by the files that hold it: its main module also loads fetch, WebSocket, caches and mocks,
 * which cost a run 50 ms and 5 MB. undici promises no paths of files: hence its exact version in package.json.
 */
import { createRequire } from 'node:module';

type Undici = typeof import('undici');

const require = createRequire(import.meta.url);

export const Agent: Undici['Agent'] = require('undici/lib/dispatcher/agent.js');
export const ProxyAgent: Undici['ProxyAgent'] = require('undici/lib/dispatcher/proxy-agent.js');

const Dispatcher: Undici['Dispatcher'] = require('undici/lib/dispatcher/dispatcher.js');
const api: object = require('undici/lib/api/index.js');
// As the main module does: `request` for whoever calls, `connect` for the way through a proxy.
Object.assign(Dispatcher.prototype, api);
