import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { packageRoot, suiteName } from '../../package/package.ts';

/** The built program, as users run it; `npm test` builds it first. */
export const builtProgram = join(packageRoot, 'dist/bundle/cli/main.js');

/** The same before its modules were joined: what is loaded can be told there. */
export const programOfModules = join(packageRoot, 'dist/src/cli/main.js');

// Of the options of npx the two that the texts use: without them npx would fetch what is not installed, and take flags
// of the program for its own.
const npx = `#!/bin/sh
while :; do
  case "$1" in
    --no) asked=no ;;
    --) ended=yes ;;
    ${suiteName}) break ;;
    *) echo "npx: only ${suiteName} is here" >&2; exit 127 ;;
  esac
  shift
done
[ "$asked$ended" = noyes ] || { echo "npx: would fetch $1, or take its flags" >&2; exit 127; }
shift && exec '${process.execPath}' '${builtProgram}' "$@"
`;

// `npm run`, as in a clone.
const npm = `#!/bin/sh
case "$2" in
  conformance) shift 3 && exec '${process.execPath}' '${builtProgram}' run "$@" ;;
  *) echo "npm: only the commands of ${suiteName} are here" >&2 && exit 127 ;;
esac
`;

/** A PATH on which `npx petstore-conformance`, and `npm run` in a clone, are the built program. */
export function pathWithNpx(): string {
  const folder = mkdtempSync(join(tmpdir(), 'npx-'));
  for (const [name, script] of Object.entries({ npx, npm })) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
  return [folder, process.env.PATH ?? ''].join(delimiter);
}
