/** vitest on one suite that asks nothing: what starting it costs. */
import { startVitest } from 'vitest/node';
import { packageRoot } from '../src/package/package.ts';

const vitest = await startVitest('test', [], {
  root: packageRoot,
  config: false,
  watch: false,
  include: ['dist/bench/empty-suite.js'],
  exclude: [],
  pool: 'threads',
  isolate: false,
  reporters: [{}],
});
await vitest.close();
