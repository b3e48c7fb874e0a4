/**
 * The suite against servers that nobody here wrote. They keep little of the specification, so each fails; the
 * tables hold what fails, and why it is a just accusation, checked by hand against the exchanges and the
 * specification. A row that comes or goes is a change of the suite to be looked into: a wrong accusation is
 * a defect of the suite.
 */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openApiFile } from '../src/openapi/schemas.ts';
import { packageRoot } from '../src/package.ts';
import { jsonFile, judge, program, serverOf, stopServers } from './processes.ts';

afterEach(stopServers);
