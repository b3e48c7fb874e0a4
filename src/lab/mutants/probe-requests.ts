/** Generated requests, right, wrong and odd, that a mutant and its original are both asked. */
import fc from 'fast-check';

/** One request, and the time that passes before it. */
export interface ProbeRequest {
  readonly method: string;
  /** The whole path; `{known}` stands for the id of an animal that this server created. */
  readonly path: string;
  /** Which of the created animals; taken modulo their number. */
  readonly known: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds. */
  readonly after: number;
}

export const probeKey = 'Probe-Lab-Key-6Wm';

const often = <T>(weight: number, ...values: readonly T[]) => ({
  weight,
  arbitrary: fc.constantFrom(...values),
});

const authorization = fc.oneof(
  often(60, `Bearer ${probeKey}`),
  often(
    8,
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${probeKey}x`,
    `xBearer ${probeKey}`,
    `Bearer ${probeKey.slice(1)}`,
    `Bearer ${probeKey.slice(0, -1)}`,
    `Bearer ${probeKey.toLowerCase()}`,
    `Bearer x ${probeKey}`,
    `Bearer ${probeKey} x`,
    `bearer ${probeKey}`,
    `BEARER  ${probeKey}`,
    `Bearer${probeKey}`,
    `Basic ${probeKey}`,
    probeKey,
  ),
);

const limit = fc.oneof(
  often(3, undefined),
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 100 }).map(String) },
  often(3, '0', '1', '2', '9', '10', '20', '21', '99', '100', '101', '110', '999', '1000', '-1'),
  often(2, '', 'abc', '1.5', '1e1', '007', '%205', '5%20', '5x', 'x5', '+5', '0x5', '1%0A'),
);

const statusWord = fc.oneof(
  often(6, 'available', 'pending', 'sold'),
  often(3, undefined),
  often(2, 'Sold', 'availablex', 'xsold', 'sol', '', 'unknown', ' sold', 'null', 'true'),
);

const query = fc.tuple(limit, statusWord, fc.nat(3)).map(([most, status, order]) => {
  const parts = [
    ...(most === undefined ? [] : [`limit=${most}`]),
    ...(status === undefined ? [] : [`status=${encodeURIComponent(status)}`]),
    ...(order === 2 ? ['page=2'] : []),
  ];
  const text = (order === 1 ? parts.toReversed() : parts).join('&');
  return text === '' ? '' : `?${text}`;
});

const petId = fc.oneof(
  often(12, '{known}'),
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String) },
  often(
    4,
    ...['0', '-1', 'abc', '1.5', '{known}x', 'x{known}', '0{known}', '{known}/'],
    ...['{known}.0', '+{known}', '-{known}', '{known}/x', '%20{known}', '{known}%0A', ''],
    ...['9223372036854775807', '9223372036854775808', '99999999999999999999', '{known}?limit=1'],
    ...['-9223372036854775808', '-9223372036854775809', '1e3', '12345678901234567890123'],
  ),
);

const elsewhere = fc.constantFrom(
  ...['/', '/v1', '/v1/', '/v1/pet', '/v1/petsx', '/v1/pets/', '/v1//pets', '/v2/pets', '/pets'],
  ...['/v1/cats', '/v1/pets/1/2', '/xv1/pets', '/v1/store/orders', '/v1/Pets', '/v1?limit=1'],
);

const name = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => `"${q(one)}"`),
  },
  often(4, '"Rex"', '"R"', '"é猫🐈"'),
  often(2, '""', '" "', `"${'x'.repeat(255)}"`, `"${'x'.repeat(256)}"`, `"${'🐈'.repeat(255)}"`),
  often(2, '5', 'null', 'true', '[]', '["Rex"]', '{}', undefined),
);

const category = fc.oneof(
  often(6, '1', '0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'),
  { weight: 2, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) },
  often(2, '9223372036854775808', '-9223372036854775809', '1.5', '1.0', '1e2', '1e400', '-0'),
  often(2, '"1"', '""', 'null', 'true', '[]', '[1]', '{}', undefined),
);

const statusValue = fc.oneof(
  often(6, '"available"', '"pending"', '"sold"', undefined),
  often(2, '""', '"Sold"', '"soldx"', '"unknown"', 'null', '1', 'true', '[]', '["sold"]', '{}'),
);

const record = fc
  .tuple(name, category, statusValue, fc.constantFrom('', '', '', ',"id":7', ',"age":3,"x":{}'))
  .map(([named, categoryId, status, more]) => {
    const parts = [
      ...(named === undefined ? [] : [`"name":${named}`]),
      ...(categoryId === undefined ? [] : [`"categoryId":${categoryId}`]),
      ...(status === undefined ? [] : [`"status":${status}`]),
    ];
    return `{${parts.join(',')}${parts.length === 0 ? more.slice(1) : more}}`;
  });

const body = fc.oneof(
  often(6, '{"name":"Rex","categoryId":1}', '{"name":"Ada","categoryId":2,"status":"sold"}'),
  { weight: 12, arbitrary: record },
  often(3, '[]', '[{"name":"Rex","categoryId":1}]', '"Rex"', '7', 'null', 'true', '{}', ''),
  often(2, '{', '{"name":', '{"name":"Rex","categoryId":1}}', 'nonsense', '{"name":"Rex",}', ' '),
);

const contentType = fc.oneof(
  often(12, 'application/json'),
  often(
    2,
    ...[undefined, 'text/plain', 'application/json; charset=utf-8', 'Application/JSON', ''],
    ...['application/json ;x=y', 'xapplication/json', 'application/jsonx', 'application/json x'],
  ),
);

const after = fc.oneof(
  often(80, 0, 0, 7),
  often(4, 100, 999, 1000),
  often(1, 2500, 10_000, 61_000),
);

const asked = fc.oneof(
  { weight: 6, arbitrary: query.map((text) => ({ method: 'GET', path: `/v1/pets${text}` })) },
  { weight: 4, arbitrary: petId.map((id) => ({ method: 'GET', path: `/v1/pets/${id}` })) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS'),
      path: fc.oneof(elsewhere, fc.constantFrom('/v1/pets', '/v1/pets/{known}')),
    }),
  },
);

const creation = fc.tuple(body, contentType).map(([text, type]) => ({
  method: 'POST',
  path: '/v1/pets',
  body: text,
  ...(type === undefined ? {} : { type }),
}));

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
}

const request = fc
  .record({
    asked: fc.oneof<fc.Arbitrary<Asked>[]>(asked, creation),
    authorization,
    after,
    known: fc.nat(1_000),
  })
  .map(({ asked: { type, ...what }, authorization: key, after: pause, known }): ProbeRequest => {
    const headers = {
      ...(key === undefined ? {} : { Authorization: key }),
      ...(type === undefined ? {} : { 'Content-Type': type }),
    };
    return { ...what, known, after: pause, headers };
  });

/** The same requests for the same seed. */
export function probeRequests(count: number, seed: number): ProbeRequest[] {
  const huge: ProbeRequest = {
    method: 'POST',
    path: '/v1/pets',
    known: 0,
    after: 61_000,
    headers: { Authorization: `Bearer ${probeKey}`, 'Content-Type': 'application/json' },
    body: `{"name":"Rex","categoryId":1,"x":"${'x'.repeat(1_100_000)}"}`,
  };
  return [...fc.sample(request, { numRuns: count - 1, seed }), huge];
}

function q(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
