/** How a run judges the reference server that differs in one thing. */
import { expect } from 'vitest';
import { ask } from '../../lab/trial.ts';
import type { Behaviour } from '../../src/reference/behaviour.ts';
import type { ReferenceOptions } from '../../src/reference/server.ts';
import type { Subject } from '../../src/reference/variant.ts';
import type { RequirementId } from '../../src/spec/catalogue.ts';

export type Change = (base: Behaviour) => Partial<Behaviour>;

export interface Judged
  extends Pick<Subject, 'settings' | 'day'>,
    Pick<ReferenceOptions, 'animals' | 'apiKey' | 'basePath'> {
  readonly change?: Change;
  /** Default: 1. */
  readonly seed?: number;
}

/** How the checks of a requirement end if a run asks for nothing but it and others, and what the run sent. */
export async function judged(
  id: RequirementId,
  { settings = { profile: 'core' }, day, seed = 1, change = () => ({}), ...options }: Judged = {},
  besides: readonly RequirementId[] = [],
) {
  const server = () => ({ animals: [], ...options });
  const subject = { id, title: 'a server', server, change, settings, ...(day ? { day } : {}) };
  const { record } = await ask(subject, { seed, only: [id, ...besides] });
  expect(record.defects).toEqual([]);
  const { exchanges } = record;
  const checks = (record.checks.get(id) ?? []).map((one) => ({
    ...one,
    exchanges: exchanges.filter(({ index }) => one.exchanges.includes(index)),
  }));
  return {
    exchanges,
    checks,
    /** The check of this title, which must be there. */
    check(title: string) {
      const found = checks.find((one) => one.title === title);
      if (found === undefined) throw new Error(`no check ${title}`);
      return found;
    },
  };
}
