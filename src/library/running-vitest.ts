type Vitest = Pick<typeof import('vitest'), 'afterAll' | 'beforeAll' | 'describe' | 'test'>;

/**
 * The vitest that runs this test file. Not an import: where the user's version is not this package's, npm
 * gives the package a copy of its own, and tests that are defined with that one belong to no run. vitest
 * keeps itself where it takes `import.meta.vitest` from. Throws where no vitest runs.
 */
export function runningVitest(): Vitest {
  const running: unknown = Reflect.get(globalThis, '__vitest_index__');
  if (isVitest(running)) return running;
  throw new Error(
    'conformance() defines tests: call it at the top of a test file that vitest 3.2 or later runs. Without vitest, use run() of petstore-conformance',
  );
}

function isVitest(value: unknown): value is Vitest {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['afterAll', 'beforeAll', 'describe', 'test'].every((name) => name in value)
  );
}
