/**
 * A server in a process of its own, to be measured against; its argument is a Subject as JSON. Prints its address.
 */
import { connect, createServer } from 'node:net';
import type { Selection } from '../src/reference/behaviour.ts';
import { animals } from '../src/reference/changes.ts';
import { changeOf } from '../src/reference/faults.ts';
import { startReference } from '../src/reference/server.ts';
import type { Store } from '../src/reference/store.ts';
import type { Animal } from '../src/spec/animal.ts';
import type { Subject } from './subjects.ts';

const subject: Subject = JSON.parse(process.argv[2] ?? '{}');
const { baseUrl } = await startReference({
  plan: subject.fault === undefined ? 'enterprise' : 'business',
  animals: animals(subject.animals ?? 0),
  change: subject.fault === undefined ? bounded : changeOf(subject.fault),
});
const address =
  subject.latencyMs === undefined ? baseUrl : await slowWayTo(baseUrl, subject.latencyMs);
process.stdout.write(`${address}\n`);

/** Lists no longer than asked, or all of it. */
function bounded() {
  return {
    list: (store: Store, selection: Selection) =>
      pageOf(
        store.all(),
        subject.ignoresLimit === true ? { ...selection, limit: Infinity } : selection,
      ),
  };
}

/** Looks no further than the page goes: what is measured is the suite's time, not that of a server with many animals. */
function pageOf(all: readonly Animal[], { limit, status }: Selection): Animal[] {
  const page: Animal[] = [];
  for (const animal of all) {
    if (page.length >= limit) break;
    if (status === undefined || animal.status === status) page.push(animal);
  }
  return page;
}

/** The address of a proxy that delays each answer by so much. */
async function slowWayTo(url: string, latencyMs: number): Promise<string> {
  const { port, pathname } = new URL(url);
  const way = createServer((inward) => {
    const onward = connect(Number(port), '127.0.0.1');
    inward.pipe(onward);
    onward.on('data', (chunk) => setTimeout(() => inward.write(chunk), latencyMs));
    inward.on('error', () => onward.destroy());
    onward.on('error', () => inward.destroy());
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const own = way.address();
  if (own === null || typeof own === 'string') throw new Error('the way has no port');
  return `http://127.0.0.1:${own.port}${pathname}`;
}
