/** `1 request`, `2 requests`, `2,000 requests`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`;
}
