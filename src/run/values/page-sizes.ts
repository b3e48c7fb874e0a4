/** Page sizes, alone and beside a status, that only full asks for: those where code is likely to behave differently. */
import type { PetStatus } from '../../spec/animal.ts';

/** Round numbers, powers of two, the default, the ends of one and two digits, and their neighbours. */
export const everyPageSize: readonly number[] = [
  ...[3, 4, 5, 7, 8, 11, 12, 15, 16, 17, 19, 20, 21, 24, 25, 26],
  ...[31, 32, 33, 40, 49, 50, 51, 60, 63, 64, 65, 75, 80, 90, 98],
];

const besideStatus = [2, 5, 9, 10, 12, 20, 21, 30, 50, 51, 64, 99, 100, 1];

/** Queries with both parameters in either order, some with letters and digits encoded (RFC 3986, section 2.1). */
export function everyPageOf(
  status: PetStatus,
): readonly (readonly [query: string, size: number])[] {
  const pages = besideStatus.map((size, at): readonly [string, number] => [
    at % 2 === 0 ? `status=${status}&limit=${size}` : `limit=${size}&status=${status}`,
    size,
  ]);
  return [
    ...pages,
    [`status=${encoded(status)}&limit=4`, 4],
    [`limit=${encoded('6')}&status=${status}`, 6],
  ];
}

/** The text with its first character as a percent sign and two digits. */
function encoded(text: string): string {
  return `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
}
