/** Loaded into every process of the pack test: nothing may reach beyond this machine. */
import { Socket } from 'node:net';

const connect = Socket.prototype.connect;

Socket.prototype.connect = function (...given) {
  // node:net calls it with the arguments that it has brought into one array.
  const [options] = given.flat();
  const { host = 'localhost', path } = typeof options === 'object' ? options : { host: given[1] };
  if (path === undefined && !['localhost', '127.0.0.1', '::1'].includes(host ?? 'localhost')) {
    throw new Error(`the pack test allows no network: ${host}`);
  }
  return connect.apply(this, given);
};
