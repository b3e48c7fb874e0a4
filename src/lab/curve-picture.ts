/** One point of the curve. */
export interface Point {
  readonly budget: number;
  /** Faults for which a run fails a requirement that they break. */
  readonly found: number;
  readonly of: number;
  /** Required requirements that a run on the reference server decides, and how many it should. */
  readonly decided: number;
  readonly due: number;
}

const size = { width: 640, height: 320, left: 56, right: 16, top: 16, bottom: 40 };

/** Requests on a logarithmic scale, shares from 0 to 100 percent: an SVG without script or style of others. */
export function curveSvg(points: readonly Point[]): string {
  const { width, height, left, right, top, bottom } = size;
  const logs = points.map(({ budget }) => Math.log10(budget));
  const least = Math.min(...logs);
  const span = Math.max(...logs) - least || 1;
  const x = (budget: number) =>
    left + ((width - left - right) * (Math.log10(budget) - least)) / span;
  const y = (share: number) => top + (height - top - bottom) * (1 - share);
  const line = (shareOf: (point: Point) => number, color: string) =>
    `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points
      .map((point) => `${x(point.budget).toFixed(1)},${y(shareOf(point)).toFixed(1)}`)
      .join(' ')}"/>`;
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${left} ${y(share)}H${width - right}" stroke="#ddd"/><text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`,
  );
  const ticks = points.map(
    ({ budget }) =>
      `<text x="${x(budget).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle">${budget}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333" role="img" aria-label="Faults found and requirements decided by the number of requests">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid,
    ...ticks,
    line(({ found, of }) => found / Math.max(1, of), '#0b5cad'),
    line(({ decided, due }) => decided / Math.max(1, due), '#b45309'),
    `<text x="${width - right}" y="${height - bottom - 28}" text-anchor="end" fill="#0b5cad">faults found</text>`,
    `<text x="${width - right}" y="${height - bottom - 10}" text-anchor="end" fill="#b45309">requirements decided</text>`,
    `<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">requests</text>`,
    '</svg>',
    '',
  ].join('\n');
}
