/** The source of a module whose `reach` counts a place as Stryker's code does, and says whether its mutant is active. */
export const counting = `
export function reach(number) {
  const own = globalThis.__stryker__;
  if (own.activeMutant === undefined) {
    const counts = (own.mutantCoverage.perTest[own.currentTestId] ??= {});
    counts[number] = (counts[number] ?? 0) + 1;
  }
  return own.activeMutant === number;
}
`;
