/** Results of one sex at one age: the different values in ascending order, and how many there are of each. */
export interface AgeGroup {
  /** Middle of the ages of these people in years, as `middleOfAges` tells it. */
  age: number;
  values: Float64Array;
  counts: Float64Array;
}

/** Percentiles that norms are told in, in percent (as in the MoMo and FitBack tables). */
export const normPercentiles = [3, 10, 25, 50, 75, 90, 97] as const;

/** Sexes with curves of their own, as vocabulary codes. */
export const normSexes = ['f', 'm'] as const;
export type NormSex = (typeof normSexes)[number];

/**
 * Middle of the ages of people of a completed year, or of one of its quarters (0 to 3): 8.5 for all people of 8 years,
 * 8.125 for those of the first three months after their birthday.
 */
export function middleOfAges(year: number, quarter: number | null): number {
  return quarter === null ? year + 0.5 : year + quarter / 4 + 0.125;
}

/** Difference of age, in years, between the youngest and the oldest people around such a middle. */
export function widthOfAges(middle: number): number {
  return middle % 1 === 0.5 ? 1 : 0.25;
}
