export { chance } from '../src/reference/chance.ts';
