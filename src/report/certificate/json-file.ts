import { parse } from 'lossless-json';

/** The value of a JSON file; undefined where it holds none. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

/** A member that stands twice in an object of the file with two values, of which readers take one or the other. */
export function memberTwice(bytes: Uint8Array): string | undefined {
  let twice: string | undefined;
  try {
    parse(textOf(bytes), null, {
      onDuplicateKey: ({ key, newValue }) => {
        twice ??= key;
        return newValue;
      },
    });
  } catch {
    // What is no JSON is told of elsewhere.
  }
  return twice;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
