import { getDocumentProxy } from 'unpdf';

/** Text as it stands on a sheet; points, from the left and from the foot. */
interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly foot: number;
  readonly head: number;
}

/** Points: what serifs and rounding may take of one another. */
const slack = 1;

/** Of the height of a line; below it letters without an ascender end. */
const body = 0.6;

/** The pairs of texts of a PDF that stand over one another, one line for each. */
export async function overlaps(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(Uint8Array.from(pdf));
  const found: string[] = [];
  for (let sheet = 1; sheet <= document.numPages; sheet += 1) {
    const { items } = await (await document.getPage(sheet)).getTextContent();
    const pieces = Array.from<unknown>(items).flatMap(pieceOf);
    for (const [one, other] of pairs(pieces)) {
      found.push(`sheet ${sheet}: "${one.text}" and "${other.text}"`);
    }
  }
  return found;
}

function pieceOf(item: unknown): Piece[] {
  if (!isText(item) || item.str.trim() === '') return [];
  const [left = 0, foot = 0] = item.transform.slice(4);
  return [
    { text: item.str, left, right: left + item.width, foot, head: foot + item.height * body },
  ];
}

/** What pdf.js calls a TextItem; unpdf brings no types of it. */
interface Text {
  readonly str: string;
  /** The last two: where it stands. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

function isText(item: unknown): item is Text {
  return typeof item === 'object' && item !== null && 'str' in item && 'transform' in item;
}

function pairs(pieces: readonly Piece[]): [Piece, Piece][] {
  return pieces.flatMap((one, at) =>
    pieces
      .slice(at + 1)
      .flatMap((other): [Piece, Piece][] => (isOver(one, other) ? [[one, other]] : [])),
  );
}

function isOver(one: Piece, other: Piece): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const along = Math.min(one.head, other.head) - Math.max(one.foot, other.foot);
  return across > slack && along > slack;
}
