import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** `localhost` is this machine over IPv4 and IPv6 (RFC 6761, section 6.3), whatever the hosts file says. */
export const ofThisMachine: LookupFunction = (name, options, callback) => {
  if (options.all === true && /^localhost\.?$/i.test(name)) callback(null, loopback);
  else lookup(name, options, callback);
};
