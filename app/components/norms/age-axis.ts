import { runsOf, type Years } from '@domain/norms/rules';

/** An unbroken part of the axis of ages: exact ages at its edges, and its left edge and width as shares of the plot. */
export interface AgePart extends Years {
  left: number;
  width: number;
}

/** The axis is broken where at least so many years between two curves have none. Own estimate. */
const leastBreak = 3;
/** What lies beside a curve is drawn up to this part of its length away, so that the curve fills most of its part. */
const partBeside = 1 / 4;
/** Width of a break as a share of the plot. */
const breakWidth = 0.04;
const mostTicks = 9;

/**
 * The parts of the axis, ascending, for curves at `curved` and other values at `drawn` completed years of age. Without
 * curves it is a single one as wide as all values. With them, each part is as wide as a curve and what is close to it, so
 * that adults do not squeeze the curves of children. Long parts get more width than short ones, but not in proportion.
 */
export function agePartsOf(curved: readonly number[], drawn: readonly number[]): AgePart[] {
  const years = ascending(drawn);
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return [];
  const runs = joined(runsOf(ascending(curved)));
  if (runs.length === 0) return [{ start: first, end: last + 1, left: 0, width: 1 }];
  const parts = runs.map((run, at) => {
    const [from, to] = [run.start - reachOf(run, runs[at - 1]), run.end + reachOf(run, runs[at + 1])];
    const within = years.filter((year) => year >= from && year <= to);
    return { start: Math.min(run.start, ...within), end: Math.max(run.end, ...within) + 1 };
  });
  return sideBySide(parts);
}

/** Numbers in order, each once. */
export function ascending(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Runs with fewer years between them than break the axis are one. */
function joined(runs: readonly Years[]): Years[] {
  return runs.reduce<Years[]>((all, run) => {
    const last = all.at(-1);
    if (last && run.start - last.end <= leastBreak) last.end = run.end;
    else all.push({ ...run });
    return all;
  }, []);
}

/** How many years beside a run are drawn with it: at least one, and no more than half of those to its neighbour. */
function reachOf({ start, end }: Years, neighbour: Years | undefined): number {
  const reach = Math.max(1, Math.floor((end - start + 1) * partBeside));
  if (!neighbour) return reach;
  const between = Math.max(start - neighbour.end, neighbour.start - end) - 1;
  return Math.min(reach, Math.floor(between / 2));
}

/** Gives the parts their widths, in proportion to the roots of their lengths. */
function sideBySide(parts: readonly Years[]): AgePart[] {
  const roots = parts.map(({ start, end }) => Math.sqrt(end - start));
  const sum = roots.reduce((total, root) => total + root, 0);
  const free = 1 - breakWidth * (parts.length - 1);
  let left = 0;
  return parts.map((part, at) => {
    const placed = { ...part, left, width: (free * roots[at]!) / sum };
    left += placed.width + breakWidth;
    return placed;
  });
}

/** Place of an exact age as a share of the plot; null if the axis does not have it. */
export function xOfAge(parts: readonly AgePart[], age: number): number | null {
  const part = parts.find(({ start, end }) => age >= start && age <= end);
  return part ? part.left + ((age - part.start) / (part.end - part.start)) * part.width : null;
}

/** Completed years that are named below a part, and the more of them the wider it is. */
export function ageTicksOf({ start, end, width }: AgePart): number[] {
  const last = end - 1;
  const most = Math.max(1, Math.round(mostTicks * width));
  const step = [1, 2, 5, 10, 20].find((one) => (last - start) / one < most) ?? 50;
  const from = Math.ceil(start / step) * step;
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, index) => from + index * step);
}
