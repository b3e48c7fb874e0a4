import type { Answered, Exchange } from '../../http/exchange.ts';
import { type Writable, writeJson } from '../../http/json.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { judgeRun, type RunFacts } from '../judge.ts';
import { answer, broken, type Made, noon } from './answer.ts';

const base = 'http://127.0.0.1/v1';

/** Milliseconds for which reads may lag, in tests of the model. */
export const graceMs = 1000;

/** An animal as tests write it. */
export type Shown = { readonly [member: string]: Writable | undefined };

export const rex = (id: number, differing: Shown = {}): Shown => ({
  id,
  name: `Rex ${id}`,
  categoryId: 3,
  status: 'sold',
  ...differing,
});

/** What a creation sends for that animal. */
export const sentOf = (id: number): Shown => {
  const { name, categoryId, status } = rex(id);
  return { name, categoryId, status };
};

/** A question at a time, in milliseconds from the start; each answer takes one. */
export type Step = (index: number, at: number) => Answered;

function asked(
  path: string,
  made: Made & { readonly sent?: string; readonly method?: string },
): Step {
  const { sent, method = 'GET', ...rest } = made;
  return (index, at) => ({
    ...answer({ ...rest, index }),
    request: {
      method,
      url: `${base}${path}`,
      headers: [],
      ...(sent === undefined ? {} : { body: sent }),
    },
    startedAt: noon + at,
    finishedAt: noon + at + 1,
  });
}

export const list = (query: string, pets: readonly Shown[], made: Made = {}): Step =>
  asked(`/pets${query === '' ? '' : `?${query}`}`, { ...made, body: writeJson(pets) });

export const read = (id: number, pet: Shown | undefined, made: Made = {}): Step =>
  asked(`/pets/${id}`, {
    ...made,
    operation: 'getPet',
    status: pet === undefined ? 404 : 200,
    body: writeJson(pet ?? { code: 'none', message: 'none', status: 404 }),
  });

/** An answer to getPet that is neither an animal nor a 404. */
export const unexpectedRead = (id: number, status: number, body = ''): Step =>
  asked(`/pets/${id}`, { operation: 'getPet', status, body });

export const creation = (
  sent: Shown | string,
  status: number,
  pet: Shown = {},
  made: Made = {},
): Step =>
  asked('/pets', {
    operation: 'createPet',
    method: 'POST',
    status,
    body: writeJson(pet),
    sent: typeof sent === 'string' ? sent : writeJson(sent),
    ...made,
  });

export const undocumented = (method: string, id: number): Step =>
  asked(`/pets/${id}`, { operation: null, method, status: 204, body: '' });

/** Questions in order; a number is a pause in milliseconds. */
export type Script = readonly (Step | number)[];

export function exchangesOf(...script: Script): Answered[] {
  const answers: Answered[] = [];
  let at = 0;
  for (const step of script) {
    if (typeof step === 'number') {
      at += step;
      continue;
    }
    answers.push(step(answers.length, at));
    at += 2;
  }
  return answers;
}

/** The requirements that these answers break when they are compared. */
export const brokenIn = (
  exchanges: readonly Exchange[],
  facts: Partial<RunFacts> = {},
): RequirementId[] => broken(judgeRun(exchanges, { graceMs, ...facts }).findings);

/** The requirements that they leave in doubt, and those that they leave open. */
export const doubtedIn = (exchanges: readonly Exchange[]): string[] => [
  ...new Set(
    judgeRun(exchanges, { graceMs }).contradictions.map(
      ({ requirement, leavesOpen }) =>
        `${requirement} ${leavesOpen === undefined ? 'in doubt' : 'open'}`,
    ),
  ),
];

/** Both sides of a doubt asked again in turn, twice in each of three rounds. */
export const inTurn = (...sides: readonly Step[]): (Step | number)[] =>
  [0, 1, 1].flatMap((share) => [share * graceMs, ...sides, ...sides]);
