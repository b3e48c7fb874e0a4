/** A store that deletes animals when asked to, and is reset later. */
import type { Animal } from '../../src/reference/animal.ts';
import { type Change, pageOf, remembering, together } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { staging } from './limiters.ts';
import { fullAfter } from './staging-creation.ts';

/** Takes an animal away at DELETE; the third call after somebody looked for it in vain finds the store reset to nothing. */
const deletingUntilReset: Change = remembering(() => {
  const gone = new Set<Animal>();
  const deleted = new Set<string>();
  let missed: number | undefined;
  let isReset = false;
  return ({ list, find, finish, authorized }) => ({
    list: (store, selection, call) => {
      const all = list(store, { limit: Number.MAX_SAFE_INTEGER }, call);
      return pageOf(
        all.filter((one) => !gone.has(one) && !deleted.has(`${one.id}`)),
        selection,
      );
    },
    find: (store, call) => {
      if (!isReset && missed !== undefined && call.sequence >= missed + 3) {
        isReset = true;
        for (const one of store.all()) gone.add(one);
      }
      const found = find(store, call);
      if (found && deleted.has(call.petId)) {
        missed ??= call.sequence;
        return undefined;
      }
      return found && !gone.has(found) ? found : undefined;
    },
    finish: (reply, call) => {
      const base = finish(reply, call);
      const [, id] = /^\/pets\/(\d+)$/.exec(call.path) ?? [];
      if (id === undefined || call.method !== 'DELETE' || !authorized(call)) return base;
      deleted.add(id);
      return { status: 204, headers: base.headers };
    },
  });
});

export const resetAfterDeletionVariants: readonly Variant[] = [
  {
    id: 'others.reset-after-a-deletion-in-full',
    title:
      'deletes animals when asked to, and is reset to nothing near the end of a full run; is full after four animals, which fill no page',
    settings: { profile: 'full', concurrency: 1 },
    inVirtualTime: staging,
    change: together(fullAfter(4, 507), deletingUntilReset),
    undecided: ['list.default-limit'],
  },
];
