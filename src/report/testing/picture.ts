import { crc32 } from 'node:zlib';

/** For tests: words in a picture that say what it was made of. */

const keyword = 'Description';
/** The signature of a PNG, and its first chunk, IHDR. */
const headLength = 8 + 25;

/** The picture, a PNG, with words in it. */
export function withWords(png: Buffer, words: string): Buffer {
  const data = Buffer.from(`iTXt${keyword}\0\0\0\0\0${words}`);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([png.subarray(0, headLength), chunk, png.subarray(headLength)]);
}

/** The words that `withWords` put in; undefined if it did not. */
export function wordsIn(png: Buffer): string | undefined {
  const head = Buffer.from(`iTXt${keyword}\0\0\0\0\0`);
  const at = png.indexOf(head);
  if (at < 4) return undefined;
  const length = png.readUInt32BE(at - 4) - (head.length - 4);
  return png.subarray(at + head.length, at + head.length + length).toString();
}
