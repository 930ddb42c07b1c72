import type { Target } from '../vocabulary';

/** The bounds of a target and how the results between its warn bounds are put into bins. */
export interface Axis {
  warn: { min: number; max: number };
  hard: { min: number; max: number };
  /** Results are told apart to 1/`scale` of the unit: one decimal more than usual. */
  scale: number;
  binWidth: number;
  bins: number;
}

/** More bins than this are narrower than 3 pixels on a small screen. */
const mostBins = 80;
const niceSteps = [1, 2, 2.5, 5];

/** Null for a target without bounds, or with bounds that follow the calendar: results of tests have both. */
export function axisOf({ warn, hard, step, decimals }: Target): Axis | null {
  if (!warn || !hard || warn.max === 'this-year' || hard.max === 'this-year') return null;
  const usual = 10 ** decimals;
  const cells = Math.round((warn.max - warn.min + (step ?? 0)) * usual);
  const cellsPerBin = chooseWidth(cells, Math.round((step ?? 0) * usual));
  return {
    warn: { min: warn.min, max: warn.max },
    hard: { min: hard.min, max: hard.max },
    scale: 10 * usual,
    binWidth: cellsPerBin / usual,
    bins: Math.ceil(cells / cellsPerBin),
  };
}

/** The smallest round width, in cells of the usual decimals, that leaves no rest where there is one; else the smallest at all. */
function chooseWidth(cells: number, stepCells: number): number {
  const widths = [1, 10, 100, 1000, 10_000]
    .flatMap((power) => niceSteps.map((nice) => nice * power))
    .filter((width) => Number.isInteger(width) && cells / width <= mostBins)
    .filter((width) => stepCells === 0 || width % stepCells === 0);
  return widths.slice(0, niceSteps.length).find((width) => cells % width === 0) ?? widths[0] ?? cells;
}
