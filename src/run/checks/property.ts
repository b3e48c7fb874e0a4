import fc from 'fast-check';
import { Failure } from '../requests/outcomes.ts';

export interface PropertyOptions<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  readonly seed: number;
  /** Number of cases; 1 or more. */
  readonly runs: number;
  /** Values to try first; they are shrunk like generated ones. */
  readonly examples?: readonly T[];
  /** How many smaller cases may be tried after one has failed: each costs requests. */
  readonly shrinks: number;
  /** The value as people should read it. */
  readonly show: (value: T) => string;
}

/**
 * Asks a question for generated values. A Failure is shrunk within the allowance and thrown with the smallest value,
 * the seed and fast-check's path; anything else that `holds` throws ends it at once.
 */
export async function forAll<T>(
  options: PropertyOptions<T>,
  holds: (value: T) => Promise<void>,
): Promise<void> {
  let smallest: Failure | undefined;
  let left = options.shrinks;
  let stop: { readonly error: unknown } | undefined;
  const property = fc.asyncProperty(options.arbitrary, async (value) => {
    if (stop || (smallest && left <= 0)) return;
    if (smallest) left -= 1;
    try {
      await holds(value);
    } catch (error) {
      if (!(error instanceof Failure)) {
        stop = { error };
        return;
      }
      smallest = error;
      throw error;
    }
  });
  const { runs: numRuns, seed, examples = [] } = options;
  const result = await fc.check(property, {
    seed,
    numRuns,
    examples: examples.map((value): [T] => [value]),
  });
  // If a question could not be asked while shrinking, the failure already seen still counts.
  if (stop && !smallest) throw stop.error;
  if (smallest) throw withCounterexample(smallest, result, options);
}

function withCounterexample<T>(
  failure: Failure,
  result: fc.RunDetails<[T]>,
  { seed, show }: PropertyOptions<T>,
): Failure {
  const value = result.counterexample === null ? undefined : show(result.counterexample[0]);
  const path = result.counterexamplePath ?? '0';
  const steps = result.numShrinks === 1 ? '1 step' : `${result.numShrinks} steps`;
  return new Failure(
    `${failure.message}\nsmallest failing case: ${value} (found in ${steps}; fast-check seed ${seed}, path ${path})`,
    failure.evidence,
  );
}
