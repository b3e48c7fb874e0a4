import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { packageRoot, suiteName } from '../../package/package.ts';

/** The built program, as users run it; `npm test` builds it first. */
export const builtProgram = join(packageRoot, 'dist/src/cli/main.js');

// Of the options of npx those that the texts use: --yes, --package SPEC, --.
const npx = `#!/bin/sh
while :; do
  case "$1" in
    --yes | --) shift ;;
    --package) shift 2 ;;
    ${suiteName}) shift && exec '${process.execPath}' '${builtProgram}' "$@" ;;
    *) echo "npx: only ${suiteName} is here" >&2 && exit 127 ;;
  esac
done
`;

// `npm run`, as in a clone.
const npm = `#!/bin/sh
case "$2" in
  ${suiteName}) shift 3 && exec '${process.execPath}' '${builtProgram}' "$@" ;;
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
