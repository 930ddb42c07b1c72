import type { NormAge, NormGroup, NormPoint, Norms } from '@domain/api/norms';
import { groupBy } from '@domain/group-by';
import { normPercentiles } from '@domain/norms/age-groups';

import { type AgePart, agePartsOf, ageTicksOf, ascending, xOfAge } from './age-axis';

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
  ages: readonly AgePart[];
  ageTicks: { age: number; x: number }[];
  valueTicks: DrawnValue[];
  lines: DrawnLine[];
  /** Percentiles of the results themselves. */
  dots: (DrawnValue & { age: number; percentile: number })[];
  /** Medians or means of groups beside the curves. */
  points: (DrawnValue & { nr: number })[];
  /** People at each age of the axis, as shares of the largest number. */
  bars: { age: number; x: number; width: number; share: number; persons: number }[];
}

const wantedValueTicks = 5;

/** Edges that the pictures of both sexes share, so that they can be compared. */
export interface Edges {
  ages: readonly AgePart[];
  values: { start: number; end: number };
}

/** The edges of pictures of all groups and points; null if there is nothing to draw. */
export function edgesOf({ groups, points }: Pick<Norms, 'groups' | 'points'>): Edges | null {
  const marks = marksOf(points);
  const years = groups.flatMap((group) => group.ages);
  const curved = years.filter(({ smooth }) => smooth !== null).map(({ age }) => age);
  // Ages with people but without percentiles have nothing to draw but their number, and would narrow the others.
  const besides = marks.flatMap(({ age, ages: { start, end } }) =>
    curved.length > 0 ? [Math.floor(age)] : [start, end],
  );
  const drawn = [...years.filter(isDrawn).map(({ age }) => age), ...besides];
  const ages = agePartsOf(curved, drawn);
  const values = [
    ...years
      .filter(({ age }) => isOnAxis(ages, age))
      .flatMap(({ empirical }) => empirical.flatMap((one) => one?.value ?? [])),
    ...groups.flatMap(({ curves }) => curves.flat().flatMap((point) => point.values)),
    ...marks.filter(({ age }) => xOfAge(ages, age) !== null).map(({ value }) => value),
  ];
  if (values.length === 0) return null;
  const [least, most] = [lowestOf(values), highestOf(values)];
  const space = most > least ? (most - least) * 0.03 : Math.max(1, Math.abs(most) * 0.1);
  return { ages, values: { start: least - space, end: most + space } };
}

/** Whether a curve or a percentile of the results is drawn at an age. */
function isDrawn({ smooth, empirical }: NormAge): boolean {
  return smooth !== null || empirical.some((one) => one !== null);
}

/** Whether the axis has a completed year of age. */
function isOnAxis(ages: readonly AgePart[], age: number): boolean {
  return xOfAge(ages, age + 0.5) !== null;
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
  const xOf = (age: number) => round(xOfAge(ages, age) ?? 0);
  const yOf = (value: number) => round((values.end - value) / (values.end - values.start));
  const shown = group.ages.filter(({ age }) => isOnAxis(ages, age));
  const most = highestOf(shown.map(({ persons }) => persons));
  return {
    ages,
    ageTicks: ages.flatMap((part) => ageTicksOf(part).map((age) => ({ age, x: xOf(age + 0.5) }))),
    valueTicks: valueTicksOf(values).map((value) => ({ value, x: 0, y: yOf(value) })),
    lines: linesOf(group, xOf, yOf),
    dots: shown.flatMap(({ age, empirical }) =>
      empirical.flatMap((one, at) =>
        one ? [{ age, percentile: normPercentiles[at]!, value: one.value, x: xOf(age + 0.5), y: yOf(one.value) }] : [],
      ),
    ),
    points: marksOf(points)
      .filter(({ sex, age }) => sex === group.sex && xOfAge(ages, age) !== null)
      .map(({ nr, value, age }) => ({ nr, value, x: xOf(age), y: yOf(value) })),
    bars: shown.map(({ age, persons }) => {
      const x = xOf(age + 0.1);
      return { age, persons, x, width: round(xOf(age + 0.9) - x), share: round(persons / most) };
    }),
  };
}

/** What the axis of ages leaves out. The tables have it. */
export interface Undrawn {
  /** Completed years with percentiles. */
  ages: number[];
  /** Data sets beside the curves, and the completed years of their groups. */
  dataSets: { nr: number; ages: number[] }[];
}

/** What the axis of ages leaves out, because it is as wide as the curves. */
export function undrawnOf({ groups, points }: Pick<Norms, 'groups' | 'points'>, { ages }: Edges): Undrawn {
  const far = marksOf(points).filter(({ age }) => xOfAge(ages, age) === null);
  const years = groups.flatMap((group) => group.ages.filter((one) => isDrawn(one) && !isOnAxis(ages, one.age)));
  return {
    ages: ascending(years.map(({ age }) => age)),
    dataSets: [...groupBy(far, ({ nr }) => nr)].map(([nr, marks]) => ({
      nr,
      ages: ascending(marks.flatMap(({ ages: { start, end } }) => range(start, end))),
    })),
  };
}

const range = (start: number, end: number) => Array.from({ length: end - start + 1 }, (_, at) => start + at);

/** A group beside the curves that has a mark: what it is drawn at, and at which age. */
export interface GroupMark extends Pick<NormPoint, 'nr' | 'sex' | 'ages'> {
  value: number;
  age: number;
}

/** Part of its ages over which groups of the same ages stand. */
const partOfAges = 0.8;

/** Where groups are drawn: in the middle of their ages, those of a data set with the same ages beside it by year. */
export function marksOf(points: readonly NormPoint[]): GroupMark[] {
  const drawn = points.flatMap((point) => {
    const value = middleOf(point);
    return value === null ? [] : [{ ...point, value }];
  });
  const together = groupBy(drawn, ({ nr, sex, ages }) => `${nr} ${sex} ${ages.start} ${ages.end}`);
  return [...together.values()].flatMap((groups) =>
    groups
      .toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0))
      .map(({ nr, sex, value, ages }, at) => {
        const share = 0.5 + partOfAges * ((at + 0.5) / groups.length - 0.5);
        return { nr, sex, ages, value, age: ages.start + share * (ages.end + 1 - ages.start) };
      }),
  );
}

function linesOf({ curves }: NormGroup, xOf: (age: number) => number, yOf: (value: number) => number): DrawnLine[] {
  const pieces = curves.map(drawable);
  return normPercentiles.map((percentile, at) => ({
    percentile,
    pieces: pieces.map((piece) => piece.map(({ age, values }) => ({ x: xOf(age), y: yOf(values[at]!) }))),
  }));
}

/** From the middle of a year to the ends of the stroke that stands for a curve of that year alone. Own estimate. */
const halfStroke = 0.3;

/** A piece of a curve; that of a single year becomes a level stroke within it, because one place alone is not seen. */
function drawable(piece: NormGroup['curves'][number]): NormGroup['curves'][number] {
  const [only, second] = piece;
  if (!only || second) return piece;
  return [-halfStroke, halfStroke].map((beside) => ({ ...only, age: only.age + beside }));
}

/** The name of a line: the last place of the line, and the place beside which the name stands. */
export interface LineName extends Place {
  percentile: number;
  end: Place;
}

/** Width of a name and its leader as a share of the width of a plot in the narrowest window. */
const nameWidth = 0.17;

/**
 * Names beside the ends of lines, at least `distance` (a share of the height of the plot) from each other; all of them at
 * the right edge of the plot if one would lie on one of `marks`.
 */
export function nameLines(lines: readonly DrawnLine[], marks: readonly Place[], distance: number): LineName[] {
  const ends = fromTop(lines).flatMap(({ percentile, pieces }) => {
    const end = pieces.at(-1)?.at(-1);
    return end ? [{ percentile, end }] : [];
  });
  const heights = spread(
    ends.map(({ end }) => end.y),
    distance,
  );
  const names = ends.map(({ percentile, end }, at) => ({ percentile, end, x: end.x, y: heights[at]! }));
  const isOn = (mark: Place, { x, y }: Place) =>
    mark.x > x && mark.x < x + nameWidth && Math.abs(mark.y - y) < distance;
  const isHidden = names.some((name) => marks.some((mark) => isOn(mark, name)));
  return isHidden ? names.map((name) => ({ ...name, x: 1 })) : names;
}

/** Lines with the highest first, so that the names of those that end at the same place are in order as well. */
function fromTop(lines: readonly DrawnLine[]): readonly DrawnLine[] {
  const [first, last] = [lines[0], lines.at(-1)].map((line) => line?.pieces.at(-1)?.at(-1)?.y ?? 0);
  return first! > last! ? lines.toReversed() : lines;
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
