import wrapAnsi from 'wrap-ansi';

/** Lines of at most `width` columns, broken at white space; a longer word stays whole. */
export function wrapped(text: string, width: number): string[] {
  return wrapAnsi(text.replace(/\s+/g, ' '), width).split('\n');
}
