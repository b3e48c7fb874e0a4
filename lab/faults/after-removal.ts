/** What a service gets wrong elsewhere once getPet is gone (section 4.3). */

import type { Fault } from '../../src/reference/subject.ts';
import { refusingAs } from '../wire-changes.ts';

export const afterRemovalFaults: readonly Fault[] = [
  {
    id: 'removal.lists-hidden-from-strangers',
    title: 'from 2031 on answers lists without the key 404, as if they had gone with getPet',
    breaks: ['auth.missing-key', 'auth.invalid-key', 'auth.bearer-only'],
    day: '2031-03-01',
    change: refusingAs(404, ({ operation }) => operation === 'listPets'),
  },
];
