/** A server in a process of its own, to be measured against; its argument is a Subject as JSON. Prints its address. */
import { animals, type Change, onReply } from '../src/reference/changes.ts';
import { changeOf } from '../src/reference/faults.ts';
import { startReference } from '../src/reference/server.ts';

/** What differs of the reference server on the plan enterprise. */
export interface Subject {
  /** Animals in the store at the start; default none. */
  readonly animals?: number;
  /** Milliseconds by which each answer is late. */
  readonly lateMs?: number;
  /** A fault of `serve --fault`, on the plan business. */
  readonly fault?: string;
}

function changeFor({ fault, lateMs }: Subject): Change {
  if (fault !== undefined) return changeOf(fault);
  return onReply((reply) => (lateMs === undefined ? reply : { ...reply, heldMs: lateMs }));
}

const subject: Subject = JSON.parse(process.argv[2] ?? '{}');
const { baseUrl } = await startReference({
  plan: subject.fault === undefined ? 'enterprise' : 'business',
  animals: animals(subject.animals ?? 0),
  change: changeFor(subject),
});
process.stdout.write(`${baseUrl}\n`);
