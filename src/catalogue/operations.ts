/** The documented operations and the states of an animal (sections 2 to 4). */

export const operations = {
  listPets: { method: 'GET', path: '/pets', section: '4.1' },
  createPet: { method: 'POST', path: '/pets', section: '4.2' },
  getPet: { method: 'GET', path: '/pets/{petId}', section: '4.3' },
} as const;

export type Operation = keyof typeof operations;

export const operationNames = Object.keys(operations) as readonly Operation[];

export const petStatuses = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof petStatuses)[number];

/** The range of an int64 (section 2), both ends included. */
export const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

/** Page size of `GET /pets` (sections 4.1 and 8). */
export const pageSize = { min: 1, max: 100, default: 20 } as const;

/** The day from which `getPet` may be gone (section 4.3). */
export const getPetRemovalDay = '2030-12-05';

/** When that day begins where it begins first, as no time zone is named. */
export const getPetRemoval = new Date(`${getPetRemovalDay}T00:00:00+14:00`);
