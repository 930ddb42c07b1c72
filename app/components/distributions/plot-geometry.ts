import type { Distribution, DistributionGroup } from '@domain/api/distributions';

/** Horizontal positions are percentages of the plot's width, heights are percentages of a row's bars. */
export interface PlotGeometry {
  /** Range of the scale, between the warn bounds. */
  scaled: { from: number; to: number };
  bounds: { kind: 'unusual' | 'impossible'; x: number }[];
  /** Numbers below the scale: the warn bounds and round numbers between them. */
  ticks: Label[];
  /** The hard bounds, on a line of their own. */
  hardLabels: Label[];
  rows: PlotRow[];
}

export interface Label {
  x: number;
  text: string;
}

export interface PlotRow {
  group: DistributionGroup;
  /** Outline of the bars, in a box of 1000 by 100. */
  bars: string;
  ends: EndBar[];
  /** Start of the row's name. */
  nameX: number;
  /** Positions of the summary; null if it has no numbers. */
  summary: Record<keyof NonNullable<DistributionGroup['summary']>, number> | null;
}

/** All results beyond a bound. */
export interface EndBar {
  kind: 'unusual' | 'impossible';
  side: 'low' | 'high';
  /** Its left edge. */
  x: number;
  /** Outline, in a box of 100 by 100. */
  bar: string;
  count: number;
  countLabel: Label & { anchor: 'start' | 'middle' | 'end' };
}

/** Width of the area for results beyond a bound, and of its bar. */
const endWidth = 9;
export const endBarWidth = 4;
/** Width of a character in the narrowest plot: 7 of 270 pixels. */
const characterWidth = 2.6;
/** Keeps a single result visible beside thousands. */
const minHeight = 3;

/** Positions of all elements of a plot. `format` writes the numbers. */
export function plotGeometry(distribution: Distribution, format: (value: number) => string): PlotGeometry {
  const scale = scaleOf(distribution);
  const { warn, hard, groups } = distribution;
  const { from, to } = scale.scaled;
  const hardX = [endWidth, 100 - endWidth];
  return {
    scaled: scale.scaled,
    bounds: [
      ...[from, to].flatMap((x) => (hardX.includes(x) ? [] : [{ kind: 'unusual' as const, x }])),
      ...hardX.map((x) => ({ kind: 'impossible' as const, x })),
    ],
    ticks: ticksOf(distribution, scale, format),
    hardLabels: [hard.min, hard.max].flatMap((value, index) => {
      const isOwn = value !== [warn.min, warn.max][index];
      return isOwn ? [withinPicture({ x: hardX[index] ?? 0, text: format(value) })] : [];
    }),
    rows: groups.map((group) => rowOf(group, distribution, scale, format)),
  };
}

interface Scale {
  scaled: { from: number; to: number };
  /** Whole numbers are in the middle of their bars, and bounds between bars. */
  half: number;
  xOf: (value: number) => number;
}

function scaleOf({ warn, hard, step }: Distribution): Scale {
  const from = endWidth * (warn.min > hard.min ? 2 : 1);
  const to = 100 - endWidth * (warn.max < hard.max ? 2 : 1);
  const half = (step ?? 0) / 2;
  const span = warn.max - warn.min + 2 * half;
  const xOf = (value: number) => {
    if (value < hard.min) return endWidth / 2;
    if (value > hard.max) return 100 - endWidth / 2;
    if (value < warn.min) return from - endWidth / 2;
    if (value > warn.max) return to + endWidth / 2;
    return from + ((value - warn.min + half) / span) * (to - from);
  };
  return { scaled: { from, to }, half, xOf };
}

function widthOf(text: string): number {
  return text.length * characterWidth;
}

/** Moves a label that would stick out at a side. */
function withinPicture({ x, text }: Label): Label {
  const half = widthOf(text) / 2;
  return { x: Math.min(Math.max(x, half), 100 - half), text };
}

/** The bounds and round numbers between them, as close as their digits allow. */
function ticksOf({ warn, step }: Distribution, { scaled, xOf }: Scale, format: (value: number) => string): Label[] {
  const ends = [
    withinPicture({ x: scaled.from, text: format(warn.min) }),
    withinPicture({ x: scaled.to, text: format(warn.max) }),
  ];
  const labels = roundSteps(warn.max - warn.min, step ?? 0).map((distance) =>
    multiplesBetween(warn, distance).map((value): Label => ({ x: xOf(value), text: format(value) })),
  );
  const closest = labels.find((some) => some.every((label, index) => index === 0 || areApart(some[index - 1], label)));
  const between = (closest ?? []).filter((label) => ends.every((end) => areApart(end, label)));
  return [...ends, ...between].sort((a, b) => a.x - b.x);
}

function areApart(a: Label | undefined, b: Label): boolean {
  return !a || Math.abs(a.x - b.x) > (widthOf(a.text) + widthOf(b.text)) / 2 + characterWidth;
}

/** Round distances between ticks, from an eighth of the range and not below the step of the results. */
function roundSteps(range: number, step: number): number[] {
  const least = Math.max(range / 8, step);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10, 20, 50].map((nice) => nice * power).filter((distance) => distance >= least);
}

function multiplesBetween({ min, max }: Distribution['warn'], distance: number): number[] {
  const first = Math.floor(min / distance) + 1;
  const count = Math.max(0, Math.ceil(max / distance) - first);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * distance).toPrecision(12)));
}

function rowOf(
  group: DistributionGroup,
  distribution: Distribution,
  { half, scaled, xOf }: Scale,
  format: (value: number) => string,
): PlotRow {
  const { warn, binWidth } = distribution;
  const bars = joinBins(group.bins, binsPerBar(distribution));
  const ends = endsOf(group);
  const highest = Math.max(...bars.counts) || Math.max(...ends.map(({ count }) => count), 1);
  const span = warn.max - warn.min + 2 * half;
  const outline = outlineOf(bars.counts, highest, (index) => ((index + 1) * bars.joined * binWidth) / span);
  const { summary } = group;
  return {
    group,
    bars: outline,
    ends: ends.map((end) => ({
      ...end,
      x: xOfEnd(end, scaled) - endBarWidth / 2,
      bar: endBar(end.count / highest),
      countLabel: countLabel(end, xOfEnd(end, scaled), format(end.count)),
    })),
    nameX: Math.max(scaled.from + 1.5, widthOf(format(group.impossiblyLow)) + characterWidth),
    summary: summary && {
      min: xOf(summary.min),
      lowerQuartile: xOf(summary.lowerQuartile),
      median: xOf(summary.median),
      upperQuartile: xOf(summary.upperQuartile),
      max: xOf(summary.max),
    },
  };
}

type End = Pick<EndBar, 'kind' | 'side' | 'count'>;

function endsOf({ impossiblyLow, unusuallyLow, unusuallyHigh, impossiblyHigh }: DistributionGroup): End[] {
  const ends: End[] = [
    { kind: 'impossible', side: 'low', count: impossiblyLow },
    { kind: 'unusual', side: 'low', count: unusuallyLow },
    { kind: 'unusual', side: 'high', count: unusuallyHigh },
    { kind: 'impossible', side: 'high', count: impossiblyHigh },
  ];
  return ends.filter(({ count }) => count > 0);
}

function xOfEnd({ kind, side }: End, scaled: Scale['scaled']): number {
  if (kind === 'impossible') return side === 'low' ? endWidth / 2 : 100 - endWidth / 2;
  return side === 'low' ? scaled.from - endWidth / 2 : scaled.to + endWidth / 2;
}

/** Position above the bar. A label that is wider than the area starts at its outer edge. */
function countLabel({ side }: End, middle: number, text: string): EndBar['countLabel'] {
  if (widthOf(text) <= endWidth) return { x: middle, text, anchor: 'middle' };
  return side === 'low'
    ? { x: middle - endWidth / 2, text, anchor: 'start' }
    : { x: middle + endWidth / 2, text, anchor: 'end' };
}

/**
 * Outline of a bar. If it would be higher than the row, it has a gap below its top, and its number tells the height.
 */
function endBar(share: number): string {
  const box = (from: number, to: number) => `M0 ${round(100 - from)}V${round(100 - to)}H100V${round(100 - from)}Z`;
  return share > 1 ? box(0, 80) + box(88, 100) : box(0, heightOf(share, 1));
}

/** Outline of bars side by side, in a box of 1000 by 100. `edgeAfter` is the right edge of a bar as a share of the box. */
export function outlineOf(counts: readonly number[], highest: number, edgeAfter: (index: number) => number): string {
  const tops = counts.map((count, index) => {
    const right = Math.min(1, edgeAfter(index));
    return `V${Math.round(100 - heightOf(count, highest))}H${Math.round(right * 1000)}`;
  });
  return `M0 100${tops.join('')}V100Z`;
}

function heightOf(count: number, highest: number): number {
  return count === 0 ? 0 : Math.max(minHeight, (count / highest) * 100);
}

/** Number of bins per bar, so that few results do not look like a comb (Freedman and Diaconis 1981). */
function binsPerBar({ groups, binWidth, step }: Distribution): number {
  const largest = groups.toSorted((a, b) => b.count - a.count)[0];
  if (!largest?.summary) return 1;
  const { lowerQuartile, upperQuartile } = largest.summary;
  const width = (2 * (upperQuartile - lowerQuartile)) / Math.cbrt(largest.count);
  const least = Math.max(width, step ?? 0) / binWidth;
  return [10, 5, 2].find((joined) => joined <= least && largest.bins.length / joined >= minBars) ?? 1;
}

/** With fewer bars, the plot would have no shape. */
const minBars = 12;

function joinBins(bins: readonly number[], joined: number): { joined: number; counts: number[] } {
  const counts = Array.from({ length: Math.ceil(bins.length / joined) }, (_, index) =>
    bins.slice(index * joined, (index + 1) * joined).reduce((sum, count) => sum + count, 0),
  );
  return { joined, counts };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
