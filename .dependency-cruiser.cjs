/** The directions of imports between the rooms of the house, as CONTRIBUTING.md draws them; `npm run check` holds them. */

/** What each room may import from, beside itself. No room imports one that stands above it. */
const mayImport = {
  cli: [
    'library',
    'disk',
    'report',
    'reference',
    'engine',
    'judge',
    'http',
    'settings',
    'secrets',
    'package',
    'catalogue',
    'text',
  ],
  lab: [
    'suites',
    'library',
    'report',
    'reference',
    'engine',
    'judge',
    'http',
    'settings',
    'package',
    'catalogue',
    'text',
  ],
  library: [
    'suites',
    'report',
    'engine',
    'judge',
    'http',
    'settings',
    'package',
    'catalogue',
    'text',
  ],
  report: ['disk', 'engine', 'judge', 'http', 'settings', 'package', 'catalogue', 'text'],
  suites: ['engine', 'judge', 'http', 'catalogue', 'text'],
  engine: ['judge', 'http', 'settings', 'secrets', 'package', 'catalogue', 'text'],
  reference: ['settings', 'catalogue'],
  judge: ['http', 'package', 'catalogue'],
  http: ['secrets', 'catalogue', 'text'],
  settings: ['secrets', 'package', 'catalogue', 'text'],
  catalogue: ['package'],
  testing: ['package'],
  package: ['disk'],
  disk: [],
  secrets: [],
  text: [],
};

/** The rooms within the engine, the lowest first: none imports from one that stands behind it here. */
const engine = ['data', 'asking', 'plan', 'store', 'limit', 'checks'];

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
    ...engine.map((room, at) => ({
      name: `engine/${room} imports downwards`,
      severity: 'error',
      from: { ...code, path: `^src/engine/${room}/` },
      to: {
        path: '^src/engine/',
        pathNot: engine.slice(0, at + 1).map((lower) => `^src/engine/${lower}/`),
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
