import type { Curves, Histogram } from '@domain/api/published-distributions';

import { outlineOf } from '~/components/distributions/plot-geometry';

/** Row of a histogram. Horizontal positions are percentages of the picture's width. */
export interface BarRow {
  sex: string | null;
  results: number;
  /** Outline of the bars, in a box of 1000 by 100. */
  bars: string;
  /** Positions of lower quartile, median and upper quartile. */
  quartiles: [number, number, number];
}

/** Rows of a histogram, each with its own height, and the smallest and largest value of its scale. */
export function barsOf({ from, binWidth, step, groups }: Histogram): { rows: BarRow[]; ends: [number, number] } {
  const count = groups[0]?.bins.length ?? 0;
  const span = binWidth * count;
  // Whole numbers are in the middle of their bars.
  const xOf = (value: number) => round(Math.min(1, Math.max(0, (value - from + (step ?? 0) / 2) / span)) * 100);
  return {
    ends: [from, Number((from + span - (step ?? 0)).toPrecision(12))],
    rows: groups.map(({ sex, results, bins, quartiles: [lower, median, upper] }) => ({
      sex,
      results,
      bars: outlineOf(bins, Math.max(...bins, 1), (index) => (index + 1) / count),
      quartiles: [xOf(lower), xOf(median), xOf(upper)],
    })),
  };
}

/** Lines of one sex, in a box of 1000 by 100. */
export interface DrawnGroup {
  sex: string | null;
  /** Between the outermost lines; '' if there is only one, or if all lines are drawn. */
  area: string;
  lines: { path: string; isMiddle: boolean }[];
}

/** Values and ages at the ends of the scales, and what is drawn between them. */
export interface DrawnCurves {
  values: [number, number];
  ages: [number, number];
  groups: DrawnGroup[];
}

type Group = Curves['groups'][number];
type Point = [x: number, y: number];

/** With more lines, each is drawn instead of an area between the outermost ones. */
export const mostInArea = 3;
/** Statistics that are drawn as the middle of the others. */
const middles = ['p50', 'mean'];

/** Where the lines of some sexes run. `all` are the groups that share the scale of values. */
export function linesOf({ ages }: Curves, groups: readonly Group[], all: readonly Group[]): DrawnCurves {
  const middleOf = ({ start, end }: Curves['ages'][number]) => (start + end) / 2;
  const known = all.flatMap(({ lines }) => lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const [least, largest] = [Math.min(...known), Math.max(...known)];
  const [first, last] = [middleOf(ages[0]!), middleOf(ages.at(-1)!)];
  const xOf = (index: number) =>
    last > first ? round(((middleOf(ages[index]!) - first) / (last - first)) * 1000) : 500;
  const yOf = (value: number) => (largest > least ? Math.round(100 - ((value - least) / (largest - least)) * 100) : 50);
  const pointsOf = (values: Group['lines'][number]['values']) =>
    values.map((value, index): Point | null => (value === null ? null : [xOf(index), yOf(value)]));
  return {
    values: [least, largest],
    ages: [ages[0]!.start, ages.at(-1)!.end],
    groups: groups.map(({ sex, lines }) => {
      const drawn = lines.map(({ statistic, values }) => ({ statistic, points: pointsOf(values) }));
      return {
        sex,
        area: drawn.length > 1 && drawn.length <= mostInArea ? areaBetween(drawn[0]!.points, drawn.at(-1)!.points) : '',
        lines: drawn.flatMap(({ statistic, points }) => {
          const isMiddle = middles.includes(statistic);
          // The area shows the others, unless there are many.
          return isMiddle || drawn.length > mostInArea ? [{ path: pathOf(points), isMiddle }] : [];
        }),
      };
    }),
  };
}

/** A line with gaps where there is no value. A point without neighbours becomes a dot (with round ends). */
function pathOf(points: readonly (Point | null)[]): string {
  return points
    .map((point, index) => {
      if (!point) return '';
      if (index > 0 && points[index - 1]) return `L${point.join(' ')}`;
      return `M${point.join(' ')}${points[index + 1] ? '' : 'h0'}`;
    })
    .join('');
}

function areaBetween(lower: readonly (Point | null)[], upper: readonly (Point | null)[]): string {
  const both = lower.flatMap((low, index) => (low && upper[index] ? [{ low, high: upper[index] }] : []));
  if (both.length < 2) return '';
  const corners = [...both.map(({ low }) => low), ...both.map(({ high }) => high).reverse()];
  return `M${corners.map((corner) => corner.join(' ')).join('L')}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
