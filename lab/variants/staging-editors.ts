/** Others edit animals of the run, almost like a store that cannot hold an animal unchanged. */
import type { Variant } from '../../src/reference/subject.ts';
import { ofOwn, shared } from './staging-others.ts';

const withoutOdd = (name: string) => name.replace(/[^\0-\u00ff]/gu, '');

/** Shared staging with people who tidy it. */
export const editorsVariants: readonly Variant[] = [
  {
    id: 'staging.own-second-tidied',
    title:
      'is shared with others, who remove what they cannot read from the name of one animal of the run',
    change: shared(
      ofOwn((animal, { own, age }) =>
        own === 2 && age > 20 ? { ...animal, name: withoutOdd(animal.name) } : animal,
      ),
    ),
  },
  {
    id: 'staging.own-names-completed',
    title:
      'is shared with others, who write a title before every second name of the run after a while',
    change: shared(
      ofOwn((animal, { own, age }) =>
        own % 2 === 0 && age > 30 ? { ...animal, name: `Sir ${animal.name}` } : animal,
      ),
    ),
  },
  {
    id: 'staging.own-recategorised-after-a-while',
    title:
      'is shared with others, who file every fourth animal of the run under a category that they know',
    change: shared(
      ofOwn((animal, { own, age }) =>
        own % 4 === 1 && age > 30 ? { ...animal, categoryId: 17n } : animal,
      ),
    ),
  },
  {
    id: 'staging.own-anonymised-once',
    title: 'is shared with others, who once give every animal another name and category',
    change: shared(
      ofOwn((animal, { own, calls }) =>
        own <= 28 && calls > 35 ? { ...animal, name: 'Nobody', categoryId: 2n } : animal,
      ),
    ),
  },
  {
    id: 'staging.own-two-of-three-renamed',
    title: 'is shared with others, who rename two of three animals of the run after a while',
    change: shared(
      ofOwn((animal, { own, age }) =>
        own % 3 !== 0 && age > 30 ? { ...animal, name: 'Bello' } : animal,
      ),
    ),
  },
];
