import { vi } from 'vitest';

const parse = Date.parse;

/** For tests: as on a machine in another zone (`-0500`), where a date that names no zone is of that one. */
export function machineInZone(zone: string): void {
  vi.spyOn(Date, 'parse').mockImplementation((text) =>
    parse(/(GMT|Z|[+-]\d{4})$/.test(text) ? text : `${text} ${zone}`),
  );
}

/** For tests: the moment in each form of HTTP that a recipient must read (RFC 9110, section 5.6.7). */
export function datesOf(ms: number): Readonly<Record<string, string>> {
  const imf = new Date(ms).toUTCString();
  const [, day = '', month = '', year = '', time = ''] = imf.split(' ');
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(ms);
  return {
    IMF: imf,
    'RFC 850': `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
    asctime: `${imf.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`,
  };
}
