/** Finds out whether a silence is the answer of the service: asks again, alone, with other questions in between. */
import { type Answered, type Exchange, isAnswered } from '../exchange.ts';
import { isJsonObject, tryParseJson } from '../json/json.ts';
import type { ApiRequest } from '../request.ts';
import { ofProxy } from '../wire/transport.ts';

/** How often a question is asked again, each time alone on a new connection, before silence is a failure. */
export const timesAlone = 3;

/** A service that a request has crashed may be restarted: so often it is looked for, at this interval. */
const looks = 4;
const pauseBetweenLooksMs = 1500;

/** The most questions of a run that are asked again until their silence is certain. */
const mostConfirmed = 6;

/** Confirms silences during one run, helped by questions that were answered before. */
export class SilenceConfirmer {
  /** Answered questions, which show whether the service is there. */
  readonly #others = new Map<string, ApiRequest>();
  #left = mostConfirmed;
  /** Whether a wrong key was sent: a service may slow down a caller who comes without the right one again, or pass over it. */
  #hadWrongKey = false;

  answered(request: ApiRequest, { response }: Answered): void {
    this.#hadWrongKey ||= isStranger(request) && isWithCredential(request);
    const asOther = request.method === 'GET' && request.purpose === 'clause';
    const isOwn = request.credential.caller === 'key-holder' && response.status === 200;
    if (asOther && isOwn && this.#others.size < 2) this.#others.set(request.path, request);
  }

  /** Asks alone what was not answered; `last` is the latest attempt. */
  async on(
    request: ApiRequest,
    last: Exchange,
    client: Pick<SilenceAsker, 'pause'> & { readonly ask: (one: ApiRequest) => Promise<Exchange> },
  ): Promise<SilenceResult> {
    const other = [...this.#others.values()].find(({ path }) => path !== request.path);
    const isHeldBack = this.#hadWrongKey && isStranger(request) && last.failure?.code === 'timeout';
    const isCertain = isOrdinary(request) && isSilence(last) && !isHeldBack;
    if (other === undefined || this.#left <= 0 || !isCertain) return { lost: true };
    this.#left -= 1;
    const confirmed = await confirmSilence({
      ask: () => client.ask(request),
      askOther: () => client.ask(other),
      pause: client.pause,
    });
    // If nothing answers at all, it is not about this question, nor about the next one.
    if ('lost' in confirmed) this.#left = 0;
    return confirmed;
  }
}

/** What confirming a silence needs of a client. */
export interface SilenceAsker {
  /** Asks the question alone. */
  readonly ask: () => Promise<Exchange>;
  /** Asks another question, which was answered before. */
  readonly askOther: () => Promise<Exchange>;
  readonly pause: (ms: number) => Promise<void>;
}

/** The result: an answer after all, a silence with its evidence, or neither. */
export type SilenceResult =
  | { readonly answer: Answered }
  | { readonly silence: readonly Exchange[] }
  | { readonly lost: true };

/** Asks three times more. Before each try, and after the last one, another question must be answered. */
export async function confirmSilence(client: SilenceAsker): Promise<SilenceResult> {
  const evidence: Exchange[] = [];
  for (let time = 0; ; time += 1) {
    const sign = await signOfLife(client);
    if (sign === undefined) return { lost: true };
    evidence.push(sign);
    if (time === timesAlone) return { silence: evidence };
    const exchange = await client.ask();
    if (isAnswered(exchange)) return { answer: exchange };
    if (!isSilence(exchange)) return { lost: true };
    evidence.push(exchange);
  }
}

async function signOfLife({ askOther, pause }: SilenceAsker): Promise<Exchange | undefined> {
  for (let look = 1; ; look += 1) {
    const exchange = await askOther();
    if (isAnswered(exchange)) return exchange;
    // A service that hangs is not one that is being started.
    if (look === looks || exchange.failure?.code === 'timeout') return undefined;
    await pause(pauseBetweenLooksMs);
  }
}

/** The failures of a service that does not answer, or drops the connection; not those of names, TLS or broken HTTP. */
const silences = new Set(['timeout', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether nothing came at all, as far as the client can tell, and no proxy may be the reason. */
export function isSilence({ failure }: Pick<Exchange, 'failure'>): boolean {
  return (
    failure !== undefined && silences.has(failure.code) && !failure.message.startsWith(ofProxy)
  );
}

/** A gateway may stop longer bodies before the service. */
const shortBody = 500;

/**
 * Whether nothing about a question excuses a silence: it is a documented operation, asked in the ordinary way, with the
 * key or without any, and a body is a short JSON object of plain ASCII in one line. A gateway may stop odd bodies and
 * wrong keys.
 */
export function isOrdinary(request: ApiRequest): boolean {
  const { operation, purpose, body } = request;
  if (operation === undefined || purpose !== 'clause' || isUnusual(request)) return false;
  if (request.credential.caller !== 'key-holder' && isWithCredential(request)) return false;
  if (body === undefined) return true;
  const plain = body.length <= shortBody && /^[ !-\x5b\x5d-~]*$/.test(body);
  return plain && isJsonObject(tryParseJson(body));
}

const isStranger = ({ credential }: ApiRequest) => credential.caller === 'stranger';

const isWithCredential = ({ credential }: ApiRequest) =>
  (credential.header ?? credential.also) !== undefined;

/** What nearly all clients accept: JSON, which is the default, or anything. */
const usualAccepts: readonly ApiRequest['accept'][] = [undefined, '*/*'];

/** How nearly all clients declare JSON: as such, which is the default, or with its character set. */
const usualTypes: readonly ApiRequest['contentType'][] = [
  undefined,
  'application/json; charset=utf-8',
];

const isUnusual = ({ accept, names, chunked, contentType }: ApiRequest) =>
  !usualAccepts.includes(accept) ||
  !usualTypes.includes(contentType) ||
  [names, chunked].some((one) => one !== undefined);
