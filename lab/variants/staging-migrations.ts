/** Others put the names of all animals in another form at once, as an administrator's migration does. */
import type { Change } from '../../src/reference/changes.ts';
import type { Variant } from '../../src/reference/subject.ts';
import { rich } from './freedoms.ts';
import { staging } from './limiters.ts';
import { onceAfter } from './shop-others.ts';

/** Rewrites the names of all animals that are there, once. */
const renamingAll = (ms: number, change: (name: string) => string): Change =>
  onceAfter(ms, (store) => {
    for (const one of store.all()) store.add({ ...one, name: change(one.name) });
  });

const capitals = (name: string) => name.toUpperCase();

const withoutAccents = (name: string) => name.normalize('NFD').replace(/[^\0-\u007f]/gu, '');

/** Staging whose names are migrated during a run; what is created later keeps its name. */
export const migrationVariants: readonly Variant[] = [
  {
    id: 'others.names-to-capitals-early',
    title: 'has 40 animals, and all names put in capitals 0.6 seconds on; later ones stay as sent',
    server: rich(40),
    change: renamingAll(600, capitals),
  },
  {
    id: 'others.names-to-capitals-late',
    title: 'has all names put in capitals two seconds on; later ones stay as sent',
    change: renamingAll(2000, capitals),
  },
  {
    id: 'others.names-to-ascii',
    title: 'has all names reduced to ASCII 0.6 seconds on; later ones stay as sent',
    change: renamingAll(600, withoutAccents),
  },
  {
    id: 'others.names-cut',
    title: 'has all names cut at 24 characters 0.6 seconds on; later ones stay as sent',
    change: renamingAll(600, (name) => [...name].slice(0, 24).join('')),
  },
].map((variant) => ({ ...variant, inVirtualTime: staging }));
