import { expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import type { RunRecord } from '../engine/record.ts';
import type { Settings } from '../settings/settings.ts';
import { junit } from './junit.ts';
import {
  conformantRecord,
  exchange,
  facts,
  failedCheck,
  passed,
  reportOf,
  settingsFor,
} from './testing/sample.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** Attributes of junit-10.xsd of Jenkins' xUnit plugin, the required ones marked by `!`, and the children. */
const schema: Readonly<Record<string, { attributes: string[]; children: string[] }>> = {
  testsuites: {
    attributes: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    attributes: ['name!', 'tests!', 'failures!', 'errors!', 'time', 'skipped', 'timestamp'],
    children: ['properties', 'testcase'],
  },
  properties: { attributes: [], children: ['property'] },
  property: { attributes: ['name!', 'value!'], children: [] },
  testcase: { attributes: ['name!', 'time', 'classname'], children: ['skipped', 'failure'] },
  skipped: { attributes: ['type', 'message'], children: [] },
  failure: { attributes: ['type', 'message'], children: [] },
};

function parsed(xml: string): Element {
  // XML 1.0, section 2.2: a document may hold no other character.
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const root = elementOf(create(xml).root());
  expect(root.name).toBe('testsuites');
  check(root);
  return root;
}

function elementOf(builder: ReturnType<typeof create>): Element {
  const { node } = builder;
  const children: Element[] = [];
  builder.each((child) => {
    if (child.node.nodeType === 1) children.push(elementOf(child));
  });
  const fields = 'attributes' in node ? node.attributes : undefined;
  const attributes = isIterable(fields) ? Object.fromEntries([...fields].map(pairOf)) : {};
  return { name: node.nodeName, attributes, children, text: node.textContent ?? '' };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function pairOf(field: unknown): [string, string] {
  if (typeof field !== 'object' || field === null) throw new Error('no attribute');
  return ['name' in field ? String(field.name) : '', 'value' in field ? String(field.value) : ''];
}

function check({ name, attributes, children }: Element): void {
  const rule = schema[name];
  if (rule === undefined) throw new Error(`the XSD has no element ${name}`);
  const known = rule.attributes.map((attribute) => attribute.replace('!', ''));
  expect(known, name).toEqual(expect.arrayContaining(Object.keys(attributes)));
  for (const attribute of rule.attributes.filter((one) => one.endsWith('!'))) {
    expect(attributes, name).toHaveProperty([attribute.slice(0, -1)]);
  }
  if (attributes.time !== undefined) expect(attributes.time).toMatch(/^\d+\.\d{3}$/);
  for (const child of children) {
    expect(rule.children, name).toContain(child.name);
    check(child);
  }
}

function render(record: RunRecord, changes: Partial<Settings> = {}): Element {
  const report = reportOf(record, settingsFor('core', changes));
  return parsed(junit(report, record.exchanges));
}

function suiteOf(root: Element, chapter: string): Element {
  const suite = root.children.find(({ attributes }) => attributes.name === chapter);
  if (suite === undefined) throw new Error(`no suite of ${chapter}`);
  return suite;
}

function casesOf(root: Element, id: string): Element[] {
  return root.children
    .flatMap(({ children }) => children)
    .filter((one) => one.attributes.classname === id);
}

test('every check is a case of its requirement, and a pass is empty', () => {
  const root = render(conformantRecord('core'));
  const names = root.children.map(({ attributes }) => attributes.name);
  expect(names).toEqual(
    expect.arrayContaining(['version', 'auth', 'list', 'create', 'get', 'rate']),
  );
  const cases = root.children.flatMap(({ children }) =>
    children.filter((one) => one.name === 'testcase'),
  );
  expect(root.attributes).toMatchObject({
    name: 'petstore-conformance core',
    tests: String(cases.length),
    failures: '0',
    errors: '0',
    time: '2.000',
  });
  const own = suiteOf(root, 'list').children.filter((one) => one.name === 'testcase');
  expect(suiteOf(root, 'list').attributes).toMatchObject({
    tests: String(own.length),
    failures: '0',
    timestamp: '2026-01-02T03:04:05',
  });
  expect(casesOf(root, 'list.limit')).toMatchObject([
    { attributes: { name: 'an ordinary request', time: '0.030' }, children: [] },
  ]);
});

test('a failure holds the evidence of its cause, once', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [passed, failedCheck()]);
  const root = render(record);
  expect(root.attributes.failures).toBe('1');
  expect(suiteOf(root, 'create').attributes.failures).toBe('1');
  expect(suiteOf(root, 'list').attributes.failures).toBe('0');
  const [conformant, broken] = casesOf(root, 'create.missing-name');
  expect(conformant?.children).toEqual([]);
  const [failure] = broken?.children ?? [];
  expect(failure).toMatchObject({
    name: 'failure',
    attributes: { type: 'failed', message: 'expected 400; came 201' },
  });
  expect(failure?.text.split('\n').slice(1)).toEqual([
    'an empty object',
    'expected 400',
    'came 201',
    'POST /v1/pets -> 201 Created, #0 in traffic.har',
    '  response body: {"id":1,"name":"Zoë","categoryId":1}',
    exchange(0).curl,
    'usual cause: A default for the name, or validation that runs after the default.',
    `run again: ${facts.command} --only create.missing-name --out reports/again`,
  ]);
});

test('the second case of a cause says where the evidence is', () => {
  const record = conformantRecord('core');
  record.checks.set('create.missing-name', [failedCheck()]);
  record.checks.set('create.invalid-name', [failedCheck({ message: 'other words' })]);
  const [broken] = casesOf(render(record), 'create.invalid-name');
  expect(broken?.children[0]?.text).toContain(
    'other words\nthe same cause as create.missing-name, whose case has the evidence\nrun again: ',
  );
});

test('inconclusive, left out and warned of are told apart', () => {
  const record = conformantRecord('core');
  record.checks.set('list.limit', [{ ...passed, outcome: 'inconclusive', message: 'no animals' }]);
  record.checks.set('get.found', [{ ...passed, outcome: 'not-applicable', message: 'it is gone' }]);
  record.checks.set('auth.challenge', [failedCheck({ message: 'no challenge' })]);
  const root = render(record);
  const said = ['list.limit', 'get.found', 'auth.challenge', 'rate.enforced'].map(
    (id) => casesOf(root, id)[0]?.children[0],
  );
  expect(said).toMatchObject([
    { name: 'skipped', attributes: { type: 'inconclusive', message: 'inconclusive: no animals' } },
    {
      name: 'skipped',
      attributes: { type: 'not-applicable', message: 'not-applicable: it is gone' },
    },
    { name: 'skipped', attributes: { type: 'warning', message: 'warning: no challenge' } },
    {
      name: 'skipped',
      attributes: {
        type: 'skipped',
        message: 'skipped: outside the core profile: decided by full',
      },
    },
  ]);
  const rate = suiteOf(root, 'rate');
  const skipped = rate.children.filter((one) => one.children[0]?.name === 'skipped');
  expect(rate.attributes).toMatchObject({
    failures: '0',
    skipped: String(skipped.length),
  });
});

test('verdict, profile, seed and versions are properties', () => {
  const [properties] = suiteOf(
    render(conformantRecord('core'), { implementation: { name: 'Acme & <Sons>', version: '2' } }),
    'list',
  ).children;
  const values = properties?.children.map(({ attributes }) => [attributes.name, attributes.value]);
  expect(Object.fromEntries(values ?? [])).toMatchObject({
    verdict: 'conformant',
    profile: 'core',
    seed: '7',
    'suite.version': '0.1.0',
    'implementation.name': 'Acme & <Sons>',
  });
});
