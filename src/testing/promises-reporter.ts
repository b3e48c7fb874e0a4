import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { packageRoot } from '../package/package.ts';
import { type Ran, unheld } from './promises.ts';

/** Fails a run of tests if a test that docs/threat-model.md names is missing, skipped or failed. */
export default class PromisesReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // Tests that a name pattern left out do not count as skipped.
    if (this.#vitest?.config.testNamePattern) return;
    const ran = modules.flatMap((module): Ran[] => {
      const file = relative(packageRoot, module.moduleId).replaceAll('\\', '/');
      return [...module.children.allTests()].map((test) => {
        return { file, name: test.name, passed: test.result().state === 'passed' };
      });
    });
    const lines = unheld(ran);
    if (lines.length === 0) return;
    this.#vitest?.logger.error(`\n${lines.join('\n')}\n`);
    process.exitCode = 1;
  }
}
