/** The documented operations (section 4). */

/** What the specification says of an operation. */
interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base address; `{petId}` stands for the id of an animal. */
  readonly path: string;
  readonly section: string;
  /** The statuses that it describes, success first; 429 comes beside them (section 8). */
  readonly statuses: readonly [success: number, ...errors: number[]];
  /** What it does to the store. Nothing sends what removes under a valid key, but for an animal of its own. */
  readonly changes: 'nothing' | 'creates' | 'removes';
}

export const operations = {
  listPets: {
    method: 'GET',
    path: '/pets',
    section: '4.1',
    statuses: [200, 401],
    changes: 'nothing',
  },
  createPet: {
    method: 'POST',
    path: '/pets',
    section: '4.2',
    statuses: [201, 400, 401],
    changes: 'creates',
  },
  getPet: {
    method: 'GET',
    path: '/pets/{petId}',
    section: '4.3',
    statuses: [200, 401, 404],
    changes: 'nothing',
  },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type Operation = keyof typeof operations;

type Changing<Change> = {
  [Name in Operation]: (typeof operations)[Name]['changes'] extends Change ? Name : never;
}[Operation];

/** The operations that change nothing. */
export type ReadOperation = Changing<'nothing'>;

/** The operations of which any request may be sent again and again under a valid key: those that remove nothing. */
export type RepeatableOperation = Changing<'nothing' | 'creates'>;

export const operationNames = Object.keys(operations) as readonly Operation[];

/** The same facts, for code that asks what holds for any operation. */
export const factsOf: Readonly<Record<Operation, OperationFacts>> = operations;

export function isRead(operation: Operation | undefined): operation is ReadOperation {
  return operation !== undefined && factsOf[operation].changes === 'nothing';
}

/** Whether any request of it may be sent again and again under a valid key. */
export function isRepeatable(operation: Operation): operation is RepeatableOperation {
  return factsOf[operation].changes !== 'removes';
}

/** What asks some request of each operation under a valid key asks these. */
export const repeatableOperations: readonly RepeatableOperation[] =
  operationNames.filter(isRepeatable);

/** Methods that would change an animal, and that no operation uses on one. */
export const otherMethods = (['PUT', 'PATCH', 'DELETE'] as const).filter((method) =>
  Object.values(factsOf).every(
    (one) => one.path !== operations.getPet.path || one.method !== method,
  ),
);

/** Method and path of a request; `id`: of the animal that it is about, if it is about one. */
export function requestLine(operation: Operation, id: bigint | string = '') {
  const { method, path } = operations[operation];
  return { method, path: path.replace('{petId}', `${id}`) };
}

/** Ends a switch over operations: a new one compiles only once each switch has a case for it. */
export function noCaseFor(operation: never): never {
  throw new Error(`no case for the operation ${operation}`);
}

/** Page size of `GET /pets` (sections 4.1 and 8). */
export const pageSize = { min: 1, max: 100, default: 20 } as const;

/** The day from which `getPet` may be gone (section 4.3). */
export const getPetRemovalDay = '2030-12-05';

/** When that day begins where it begins first, as no time zone is named. */
export const getPetRemoval = new Date(`${getPetRemovalDay}T00:00:00+14:00`);
