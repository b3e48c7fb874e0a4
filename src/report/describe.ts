import type { Exchange } from '../http/exchange.ts';
import { cut, visible } from '../text/visible.ts';

const bodyLimit = 300;

/** `POST /v1/pets -> 201 Created, #12 in traffic.har`; what the server sent is made visible. */
export function exchangeLine(exchange: Exchange): string {
  return `${answerLine(exchange)}, #${exchange.index} in traffic.har`;
}

/** `POST /v1/pets -> 201 Created`, where no traffic.har is written. */
export function answerLine({ request, response, failure }: Exchange): string {
  const answer = response
    ? `${response.status} ${response.statusText}`.trim()
    : `no response: ${failure?.code ?? 'unknown'} ${failure?.message ?? ''}`.trim();
  return visible(`${request.method} ${pathOf(request.url)} -> ${cut(answer, bodyLimit)}`);
}

/** A body as one harmless line of a few hundred characters; undefined where there is none. */
export function bodyLine(body: string | undefined): string | undefined {
  return body === undefined || body === '' ? undefined : visible(cut(body, bodyLimit));
}

/** Path and query of an address; the whole of it if it is not one. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
