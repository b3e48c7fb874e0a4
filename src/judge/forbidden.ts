import { isRead, type ReadOperation } from '../catalogue/operations.ts';
import { isAwayAnswer } from '../http/away.ts';
import { type Answered, type Exchange, isAnswered } from '../http/exchange.ts';

/**
 * The operation that the key may not use, if these exchanges show nothing else: the service has answered it 403 to each
 * question with the key. What a key permits is not described (section 5.6). Whether it may create is found out by
 * creations that are ordinary.
 */
export function forbiddenIn(
  evidence: readonly Exchange[],
  all: readonly Exchange[],
): ReadOperation | undefined {
  const [first] = evidence;
  const operation = first?.operation;
  if (!isRead(operation)) return undefined;
  const isOfIt = (one: Exchange) => one.operation === operation && one.caller === 'key-holder';
  if (!evidence.every((one) => isOfIt(one) && one.response?.status === 403)) return undefined;
  const answers = all.filter(isOfIt).filter(isAnswered);
  return answers.filter(saysMore).every(({ response }) => response.status === 403)
    ? operation
    : undefined;
}

/** A 429 and a gateway say nothing of what a key may do. */
const saysMore = (answer: Answered) => answer.response.status !== 429 && !isAwayAnswer(answer);
