/** Section 4.2: what is no NewPet is refused with 400. */

import {
  type WrongValue,
  wrongCategories,
  wrongNames,
  wrongStatuses,
} from '../src/engine/arbitraries.ts';
import type { CheckContext } from '../src/engine/context.ts';
import { expect } from '../src/engine/matchers.ts';
import { check, requirement } from '../src/engine/requirement.ts';
import type { Writable } from '../src/http/json/json.ts';

/** The members of a valid body, of which each check spoils one. */
async function validBody({ inventory }: CheckContext) {
  await inventory.survey();
  return { name: 'Testpetrefused', categoryId: inventory.category().id };
}

const without =
  (...names: readonly string[]) =>
  async (context: CheckContext) => {
    const body = Object.entries({ ...(await validBody(context)), status: 'available' });
    const rest = Object.fromEntries(body.filter(([name]) => !names.includes(name)));
    expect(await context.api.createPet(rest)).toBeRefused(400);
  };

/** One check for each kind of wrong value of a member. */
function refused(member: string, kinds: readonly WrongValue[]): void {
  for (const { kind, values } of kinds) {
    check(`${member} is ${kind}`, async (context) => {
      const body = await validBody(context);
      const show = (value: Writable) => `${member} ${JSON.stringify(value, digits)}`;
      await context.forAll({ arbitrary: values, runs: 1, show }, async (value) => {
        expect(await context.api.createPet({ ...body, [member]: value })).toBeRefused(400);
      });
    });
  }
}

const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

requirement('create.missing-name', () => {
  check('without name', without('name'));
  check('without name and status', without('name', 'status'));
  check('an empty object', without('name', 'categoryId', 'status'));
});

requirement('create.missing-category-id', () => {
  check('without categoryId', without('categoryId'));
  check('without categoryId and status', without('categoryId', 'status'));
  check('without name and categoryId', without('name', 'categoryId'));
});

requirement('create.invalid-name', () => refused('name', wrongNames));

requirement('create.invalid-category-id', () => refused('categoryId', wrongCategories));

requirement('create.invalid-status', () => refused('status', wrongStatuses));

/** Bodies that are no JSON object, by what they are. */
const wrongBodies: Readonly<Record<string, (valid: string) => string>> = {
  'an array': (valid) => `[${valid}]`,
  'a string': (valid) => JSON.stringify(valid),
  'a number': () => '42',
  null: () => 'null',
  'JSON that breaks off': (valid) => valid.slice(0, -1),
  'JSON with a comma too many': (valid) => `${valid.slice(0, -1)},}`,
  'JSON with text behind it': (valid) => `${valid} and more`,
  empty: () => '',
};

requirement('create.invalid-body', () => {
  for (const [kind, spoil] of Object.entries(wrongBodies)) {
    check(`the body is ${kind}`, async (context) => {
      const { name, categoryId } = await validBody(context);
      const valid = `{"name":"${name}","categoryId":${categoryId}}`;
      expect(await context.api.createPetFrom(spoil(valid))).toBeRefused(400);
    });
  }
});
