import { expect, test } from 'vitest';
import { makeTree } from './instrument.ts';
import { reach } from './server-work.ts';

test('the mutants of a server that a run reaches are told by their numbers', async () => {
  const files = ['src/reference/chance.ts', 'src/reference/service.ts', 'src/reference/store.ts'];
  const { root, mutants } = await makeTree({
    name: 'reached',
    mutates: (file) => files.includes(file),
  });
  const { loading, core, full } = await reach({
    server: 'reference',
    root,
    originalRoot: root,
    profiles: ['core'],
  });
  const filesOf = (numbers: readonly string[]) =>
    new Set(numbers.map((number) => mutants.find(({ active }) => active === number)?.file));
  // What this server has no use for, others of the lab have.
  expect(filesOf(core)).toEqual(new Set(files.slice(1)));
  expect(filesOf(loading)).toEqual(new Set([files[1]]));
  expect(full).toEqual([]);
});
