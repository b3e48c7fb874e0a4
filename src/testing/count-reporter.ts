import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Ends a run of tests with one machine-readable line, without colours and columns. */
export default class CountReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const of = (state: string) => states.filter((one) => one === state).length;
    const skipped = of('skipped') === 0 ? '' : `, ${of('skipped')} skipped`;
    this.#vitest?.logger.log(`${of('passed')} passed, ${of('failed')} failed${skipped}`);
  }
}
