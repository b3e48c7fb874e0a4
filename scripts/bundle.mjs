/**
 * Joins the built modules of the command and of the library into a few files, dist/bundle, which the package holds: to
 * read and link three hundred takes an eighth of the time of a run. Dependencies stay outside, so that they can be mended
 * without this package. Only comments are left out: no name is shortened, so who reads a stack finds the place.
 */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const bundle = join(dist, 'bundle');

/** Whether a module only makes servers to be judged. */
const isOfServers = (id) => /\/dist\/src\/(reference\/|cli\/served-faults)/.test(id);

rmSync(bundle, { recursive: true, force: true });
await build({
  input: {
    'cli/main': join(dist, 'src/cli/main.js'),
    'library/index': join(dist, 'src/index.js'),
    'library/vitest': join(dist, 'src/vitest.js'),
  },
  external: /^[^./]/,
  platform: 'node',
  // Modules of suites declare their checks as they are loaded, in this order.
  treeshake: { moduleSideEffects: true },
  output: {
    dir: bundle,
    comments: false,
    // The digest leaves out what decides nothing, by these names; src/package/digest.ts.
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.length > 0 && moduleIds.every(isOfServers)
        ? 'servers/[name].js'
        : 'chunks/[name].js',
    codeSplitting: {
      groups: [
        { name: 'digest', test: /src\/package\/digest\.js$/ },
        { name: 'figures', test: /src\/package\/figures\.js$/ },
      ],
    },
  },
});
