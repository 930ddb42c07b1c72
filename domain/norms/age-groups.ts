/** Results of one sex at one age: the different values in ascending order, and how many there are of each. */
export interface AgeGroup {
  /** Age in years at which the results lie: 8.5 for people of completed 8 years. */
  age: number;
  values: Float64Array;
  counts: Float64Array;
}

/** Percentiles that norms are told in, in percent (as in the MoMo and FitBack tables). */
export const normPercentiles = [3, 10, 25, 50, 75, 90, 97] as const;

/** Sexes with curves of their own, as vocabulary codes. */
export const normSexes = ['f', 'm'] as const;
export type NormSex = (typeof normSexes)[number];
