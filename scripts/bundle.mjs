/**
 * Joins the built modules of the command and of the library, and all that they depend on, into a few files: dist/bundle,
 * which is what the package holds and runs. So its digest covers every line that judges, one package is installed, and a
 * start takes an eighth less. Only comments are left out: no name is shortened, so who reads a stack finds the place.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'rolldown';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const bundle = join(dist, 'bundle');
const validators = join(dist, 'src/package/validators.js');

rmSync(bundle, { recursive: true, force: true });
const { output } = await build({
  input: {
    'cli/main': join(dist, 'src/cli/main.js'),
    'library/index': join(dist, 'src/index.js'),
    'library/vitest': join(dist, 'src/vitest.js'),
  },
  external: ['vitest'],
  platform: 'node',
  // Modules of suites declare their checks as they are loaded, in this order.
  treeshake: { moduleSideEffects: true },
  plugins: [{ name: 'compiled schemas', load: (id) => (id === validators ? compiled() : null) }],
  output: { dir: bundle, comments: false, chunkFileNames: 'chunks/[name].js' },
});
const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
writeFileSync(join(bundle, 'LICENSES.txt'), licences(modules));

async function compiled() {
  const { ajv, schemas } = await import(validators);
  return standaloneCode.default(ajv, schemas);
}

/** Name, version and licence of each package that has a module in the bundle. */
function licences(ids) {
  const folders = ids.flatMap((id) => id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json')));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      if (file === undefined) throw new Error(`${name} comes without its licence`);
      const text = readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
