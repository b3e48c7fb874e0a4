import { placeholder } from '../../secrets/redact.ts';
import type { Exchange, RecordedResponse } from '../exchange.ts';
import { isJsonArray, isJsonObject, type Json, tryParseJson } from '../json/json.ts';

/** Whether a key was taken out of a text. */
export const isSpoilt = (text: string) => text.includes(placeholder);

/** Fields whose values are judged. */
const judged = /^(x-ratelimit-.*|retry-after|date|content-type)$/i;

/**
 * Why redaction may have changed something in an answer that is judged; undefined if it has not. A key such as `60` or
 * `code` is taken out of everything that happens to hold it; in an error message that does no harm.
 */
export function spoiltBy({ response }: Exchange): string | undefined {
  if (response === undefined) return undefined;
  const { headers } = response;
  if (headers.some(([name, value]) => isSpoilt(name) || (judged.test(name) && isSpoilt(value)))) {
    return 'the key is taken out of its headers';
  }
  return isBodySpoilt(response) ? 'the key is taken out of its body' : undefined;
}

function isBodySpoilt({ status, body }: RecordedResponse): boolean {
  if (!isSpoilt(body)) return false;
  // An animal should not hold the key, and any of its values may be judged.
  if (status < 300) return true;
  const value = tryParseJson(body);
  // In place of a number or a quote, the placeholder makes the text invalid JSON.
  return value === undefined || hasSpoiltName(value);
}

function hasSpoiltName(value: Json): boolean {
  if (isJsonArray(value)) return value.some(hasSpoiltName);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, inner]) => isSpoilt(name) || hasSpoiltName(inner));
}
