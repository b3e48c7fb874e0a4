export type { Animal, NewAnimal } from '../catalogue/animal.ts';
