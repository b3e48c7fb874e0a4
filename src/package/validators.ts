/**
 * The schemas of a service's answers, compiled. In the package `scripts/bundle.mjs` puts the code that Ajv generates in
 * the place of this module: to load Ajv and to compile would take 70 ms of each start.
 */
import { newAjv, publishedSchema } from './validator.ts';

/** The address of each schema, by the name that this module exports its validator under. */
export const schemas = {
  pet: 'pet.schema.json',
  pets: 'pets.schema.json',
  newPet: 'new-pet.schema.json',
  error: 'error.schema.json',
};

export const ajv = newAjv({
  allErrors: true,
  // The caller decides int64, exactly: to Ajv a number is a double.
  validateFormats: false,
  code: { source: true, esm: true, lines: true },
});
for (const address of Object.values(schemas)) ajv.addSchema(publishedSchema(address));

export const pet = ajv.compile({ $ref: schemas.pet });
export const pets = ajv.compile({ $ref: schemas.pets });
export const newPet = ajv.compile({ $ref: schemas.newPet });
export const error = ajv.compile({ $ref: schemas.error });
