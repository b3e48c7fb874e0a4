/** The directions of imports between the rooms of the house, as CONTRIBUTING.md draws them; `npm run check` holds them. */

/** What each room may import from, beside itself. No room imports one that stands above it. */
const mayImport = {
  cli: [
    'library',
    'disk',
    'report',
    'reference',
    'run',
    'judge',
    'http',
    'settings',
    'secrets',
    'package',
    'spec',
    'text',
  ],
  lab: [
    'suites',
    'library',
    'report',
    'reference',
    'run',
    'judge',
    'http',
    'settings',
    'package',
    'spec',
    'text',
  ],
  library: ['suites', 'report', 'run', 'judge', 'http', 'settings', 'package', 'spec', 'text'],
  report: ['disk', 'run', 'judge', 'http', 'settings', 'package', 'spec', 'text'],
  suites: ['run', 'judge', 'http', 'spec', 'text'],
  run: ['judge', 'http', 'settings', 'secrets', 'package', 'spec', 'text'],
  reference: ['settings', 'spec'],
  judge: ['http', 'package', 'spec'],
  http: ['secrets', 'spec', 'text'],
  settings: ['secrets', 'package', 'spec', 'text'],
  spec: ['package'],
  testing: ['package'],
  package: ['disk'],
  disk: [],
  secrets: [],
  text: [],
};

/** The rooms within the run, the lowest first: none imports from one that stands behind it here. */
const run = ['values', 'requests', 'plan', 'animals', 'limit', 'checks'];

const folderOf = (room) => (room === 'suites' ? '^suites/' : `^src/${room}/`);
const code = { pathNot: ['\\.test\\.ts$', '\\.browser\\.ts$', '/testing/'] };

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([room, others]) => ({
      name: `${room} imports downwards`,
      severity: 'error',
      from: { ...code, path: folderOf(room) },
      to: { path: '^(src|suites)/', pathNot: [room, ...others].map(folderOf) },
    })),
    ...run.map((room, at) => ({
      name: `run/${room} imports downwards`,
      severity: 'error',
      from: { ...code, path: `^src/run/${room}/` },
      to: {
        path: '^src/run/',
        pathNot: run.slice(0, at + 1).map((lower) => `^src/run/${lower}/`),
      },
    })),
    {
      name: 'every room has its directions',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: Object.keys(mayImport).map(folderOf) },
      to: {},
    },
    { name: 'no circles', severity: 'error', from: code, to: { circular: true } },
    {
      name: 'one door to the network',
      severity: 'error',
      from: { ...code, path: '^(src|suites)/', pathNot: [...code.pathNot, '^src/http/'] },
      to: { path: 'node_modules/undici/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
