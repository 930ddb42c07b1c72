/**
 * Bins into which the results of one kind are put before they are counted. Bin `i` stands for the value
 * `from + i * width` in the middle of it. The first bin begins at the lowest possible result, the last one holds the
 * highest.
 */
export interface ValueScale {
  from: number;
  width: number;
  count: number;
  /** Whether results are counts, of which each bin holds a single one. Not told of scales that are read with cells. */
  isCounted?: boolean;
}

/** Whether the bins of two scales are the same. */
export function isSameScale(a: ValueScale, b: ValueScale): boolean {
  return a.from === b.from && a.width === b.width && a.count === b.count;
}

/** What the vocabulary says of a kind of result, in its default unit. */
export interface ResultLimits {
  /** Ends of the values that the check does not warn of. */
  usual: readonly [number, number];
  /** Lowest and highest possible value. */
  possible: readonly [number, number];
  /** Usual number of decimals. */
  decimals: number;
  /** All values are multiples of it; null if the vocabulary tells none. */
  step: number | null;
}

/**
 * Number of bins within the usual range of a finely measured result. A bin is then about a thirtieth of the standard
 * deviation of one age, such as 5 of 148 m of the 6-minute run at 8 years, and 0.5 of 19 cm of the standing long jump.
 */
const usualBins = 400;

/** Steps that are a bin wide together: 1, 2, 5, 10, 20, 50 and so on. */
const widths = Array.from({ length: 12 }, (_, at) => [1, 2, 5][at % 3]! * 10 ** Math.floor(at / 3));

/**
 * Bins for a kind of result: never narrower than what the test is measured to, and otherwise as close to 400 within its
 * usual range as whole numbers of such steps come.
 *
 * A bin is told by the middle of the results that fall into it: of the grips of 10.1 and 10.2 kg by 10.15.
 */
export function valueScaleOf({ usual, possible, decimals, step }: ResultLimits): ValueScale {
  const finest = finestStepOf({ decimals, step });
  const steps = (usual[1] - usual[0]) / finest;
  const distance = (width: number) => Math.abs(Math.log(steps / width / usualBins));
  const best = steps <= usualBins ? 1 : widths.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  const width = clean(best * finest);
  return {
    from: clean(possible[0] + (width - finest) / 2),
    width,
    count: Math.ceil(clean((possible[1] - possible[0] + finest) / width)),
    isCounted: step !== null && best === 1,
  };
}

/** What a test is measured to: two results that differ at all differ by at least so much. */
export function finestStepOf({ decimals, step }: Pick<ResultLimits, 'decimals' | 'step'>): number {
  return Math.max(step ?? 0, 10 ** -decimals);
}

/** Bin of a result; values outside the possible ones belong to the first and the last bin. */
export function binOf({ from, width, count }: ValueScale, value: number): number {
  // A value on a bin's lower edge is in it, though 0.3 may be stored as 0.29999999999999998.
  const bin = Math.floor((value - from) / width + 0.5 + 1e-6);
  return Math.min(Math.max(bin, 0), count - 1);
}

/** Value that a bin stands for. */
export function valueOf({ from, width }: ValueScale, bin: number): number {
  return clean(from + bin * width);
}

/** Lowest and highest value that a bin stands for. */
export function possibleOf(scale: ValueScale): readonly [number, number] {
  return [scale.from, valueOf(scale, scale.count - 1)];
}

/** 0.30000000000000004 as 0.3. */
function clean(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
