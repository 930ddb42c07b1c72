import type { NormAge, NormGroup, NormPoint, Norms } from '@domain/api/norms';
import { groupBy } from '@domain/group-by';
import { normPercentiles } from '@domain/norms/age-groups';

/** A place in a picture, as shares of its plot: from left to right, and from top to bottom. */
export interface Place {
  x: number;
  y: number;
}

/** A value that is drawn, and where. */
export interface DrawnValue extends Place {
  value: number;
}

export interface DrawnLine {
  percentile: number;
  /** Unbroken pieces. */
  pieces: Place[][];
}

export interface CurveDrawing {
  /** Exact ages at the left and the right edge. */
  ages: { start: number; end: number };
  ageTicks: { age: number; x: number }[];
  valueTicks: DrawnValue[];
  lines: DrawnLine[];
  /** Percentiles of the results themselves. */
  dots: (DrawnValue & { age: number; percentile: number })[];
  /** Medians or means of groups beside the curves. */
  points: (DrawnValue & { nr: number })[];
  /** People at each age between the edges, as shares of the largest number. */
  bars: { age: number; x: number; width: number; share: number; persons: number }[];
}

const mostAgeTicks = 9;
const wantedValueTicks = 5;

/** Edges that the pictures of both sexes share, so that they can be compared. */
export interface Edges {
  ages: { start: number; end: number };
  values: { start: number; end: number };
}

/** The edges of pictures of all groups and points; null if there is nothing to draw. */
export function edgesOf({ groups, points }: Pick<Norms, 'groups' | 'points'>): Edges | null {
  const values = [
    ...groups.flatMap(({ ages }) => ages.flatMap(({ empirical }) => empirical.flatMap((one) => one?.value ?? []))),
    ...groups.flatMap(({ curves }) => curves.flat().flatMap((point) => point.values)),
    ...points.flatMap((point) => middleOf(point) ?? []),
  ];
  // Ages with people but without percentiles have nothing to draw but their number, and would narrow the others.
  const ages = [
    ...groups.flatMap((group) => group.ages.filter(isDrawn).flatMap(({ age }) => [age, age + 1])),
    ...points.filter((point) => middleOf(point) !== null).flatMap(({ ages: { start, end } }) => [start, end + 1]),
  ];
  if (values.length === 0 || ages.length === 0) return null;
  const [least, most] = [lowestOf(values), highestOf(values)];
  const space = most > least ? (most - least) * 0.03 : Math.max(1, Math.abs(most) * 0.1);
  return { ages: { start: lowestOf(ages), end: highestOf(ages) }, values: { start: least - space, end: most + space } };
}

/** Whether a curve or a percentile of the results is drawn at an age. */
function isDrawn({ smooth, empirical }: NormAge): boolean {
  return smooth !== null || empirical.some((one) => one !== null);
}

/** A loop, because there may be more values than a function takes arguments. */
const lowestOf = (numbers: readonly number[]) => numbers.reduce((least, one) => Math.min(least, one), Infinity);
const highestOf = (numbers: readonly number[]) => numbers.reduce((most, one) => Math.max(most, one), -Infinity);

/** What a group beside the curves is drawn at: its median, otherwise its mean; null without either. */
export function middleOf({ percentiles, mean }: Pick<NormPoint, 'percentiles' | 'mean'>): number | null {
  return percentiles[normPercentiles.indexOf(50)] ?? mean;
}

/** Everything that the picture of a sex shows, in shares of its plot. */
export function drawCurves(group: NormGroup, points: readonly NormPoint[], { ages, values }: Edges): CurveDrawing {
  const xOf = (age: number) => round((age - ages.start) / (ages.end - ages.start));
  const yOf = (value: number) => round((values.end - value) / (values.end - values.start));
  const shown = group.ages.filter(({ age }) => age >= ages.start && age < ages.end);
  const most = highestOf(shown.map(({ persons }) => persons));
  return {
    ages,
    ageTicks: ageTicksOf(ages).map((age) => ({ age, x: xOf(age + 0.5) })),
    valueTicks: valueTicksOf(values).map((value) => ({ value, x: 0, y: yOf(value) })),
    lines: linesOf(group, xOf, yOf),
    dots: group.ages.flatMap(({ age, empirical }) =>
      empirical.flatMap((one, at) =>
        one ? [{ age, percentile: normPercentiles[at]!, value: one.value, x: xOf(age + 0.5), y: yOf(one.value) }] : [],
      ),
    ),
    points: sideBySide(points.filter(({ sex }) => sex === group.sex)).map(({ nr, value, age }) => ({
      nr,
      value,
      x: xOf(age),
      y: yOf(value),
    })),
    bars: shown.map(({ age, persons }) => ({
      age,
      persons,
      x: xOf(age + 0.1),
      width: round(0.8 / (ages.end - ages.start)),
      share: round(persons / most),
    })),
  };
}

/** Part of its ages over which groups of the same ages stand. */
const partOfAges = 0.8;

/** Where groups are drawn: in the middle of their ages, those of a data set with the same ages beside it by year. */
function sideBySide(points: readonly NormPoint[]): { nr: number; value: number; age: number }[] {
  const drawn = points.flatMap((point) => {
    const value = middleOf(point);
    return value === null ? [] : [{ ...point, value }];
  });
  const together = groupBy(drawn, ({ nr, ages }) => `${nr} ${ages.start} ${ages.end}`);
  return [...together.values()].flatMap((groups) =>
    groups
      .toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0))
      .map(({ nr, value, ages: { start, end } }, at) => {
        const share = 0.5 + partOfAges * ((at + 0.5) / groups.length - 0.5);
        return { nr, value, age: start + share * (end + 1 - start) };
      }),
  );
}

function linesOf({ curves }: NormGroup, xOf: (age: number) => number, yOf: (value: number) => number): DrawnLine[] {
  return normPercentiles.map((percentile, at) => ({
    percentile,
    pieces: curves.map((piece) => piece.map(({ age, values }) => ({ x: xOf(age), y: yOf(values[at]!) }))),
  }));
}

/** The name of a line: the last place of the line, and the height at which the name stands beside it. */
export interface LineName {
  percentile: number;
  end: Place;
  y: number;
}

/** Names beside the ends of lines, at least `distance` (a share of the height of the plot) from each other. */
export function nameLines(lines: readonly DrawnLine[], distance: number): LineName[] {
  const ends = lines.flatMap(({ percentile, pieces }) => {
    const end = pieces.at(-1)?.at(-1);
    return end ? [{ percentile, end }] : [];
  });
  const heights = spread(
    ends.map(({ end }) => end.y),
    distance,
  );
  return ends.map((one, at) => ({ ...one, y: heights[at]! }));
}

/**
 * Moves heights apart, up and down, so that no two are closer than `distance` and all keep their order and stay in the
 * plot, with the least sum of squared moves. Those that are too close become a block around the mean of its members.
 */
export function spread(heights: readonly number[], distance: number): number[] {
  const order = heights.map((_, index) => index).toSorted((a, b) => heights[a]! - heights[b]!);
  const blocks: { top: number; indexes: number[] }[] = [];
  for (const [place, index] of order.entries()) {
    let block = { top: heights[index]! - place * distance, indexes: [index] };
    for (let above = blocks.at(-1); above && above.top > block.top; above = blocks.at(-1)) {
      const [upper, lower] = [above.indexes.length, block.indexes.length];
      const top = (above.top * upper + block.top * lower) / (upper + lower);
      block = { top, indexes: [...above.indexes, ...block.indexes] };
      blocks.pop();
    }
    blocks.push(block);
  }
  const lowest = 1 - (heights.length - 1) * distance;
  const moved = [...heights];
  for (const [place, { index, top }] of blocks
    .flatMap((one) => one.indexes.map((index) => ({ index, top: one.top })))
    .entries()) {
    moved[index] = round(Math.max(0, Math.min(top, lowest)) + place * distance);
  }
  return moved;
}

function ageTicksOf({ start, end }: Edges['ages']): number[] {
  const [first, last] = [Math.floor(start), Math.ceil(end) - 1];
  const steps = [1, 2, 5, 10, 20];
  const step = steps.find((one) => (last - first) / one < mostAgeTicks) ?? 50;
  const from = Math.ceil(first / step) * step;
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, index) => from + index * step);
}

/** Round values within two ends: steps of 1, 2 or 5 times a power of ten. */
export function valueTicksOf({ start, end }: { start: number; end: number }): number[] {
  const rough = (end - start) / wantedValueTicks;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
  const first = Math.ceil(start / step);
  const count = Math.floor(end / step) - first + 1;
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Four decimals are less than a tenth of a pixel. */
function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
