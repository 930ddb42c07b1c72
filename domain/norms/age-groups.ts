/** Results of one sex at one age: the different values in ascending order, and how many there are of each. */
export interface AgeGroup {
  /** Middle of the ages of these people in years: 8.5 for all of 8 years, 8.125 for those of their first three months. */
  age: number;
  values: Float64Array;
  counts: Float64Array;
}

/** Percentiles that norms are told in, in percent (as in the MoMo and FitBack tables). */
export const normPercentiles = [3, 10, 25, 50, 75, 90, 97] as const;

/** Sexes with curves of their own, as vocabulary codes. */
export const normSexes = ['f', 'm'] as const;
export type NormSex = (typeof normSexes)[number];

/** Width, in years, of the ages of a group with this middle: a completed year, or one of its quarters. */
export function widthOfAges(middle: number): number {
  return middle % 1 === 0.5 ? 1 : 0.25;
}
