import path from 'node:path';

/** Folder of the public body-performance data set. Its journeys are skipped if it is missing. */
export const bodyPerformanceFolder =
  process.env.MOTOTHEK_DATA ?? path.resolve(import.meta.dirname, '../../../../shared/data');

/**
 * Targets of its columns, named as in its English files. The file does not say how long the sit-ups lasted, so the
 * suggested test of 40 seconds is taken back.
 */
export const bodyPerformanceTargets: [letters: string, name: string, value: string][] = [
  ['A', 'age', 'age_y|a'],
  ['B', 'gender', 'sex|m/f'],
  ['C', 'height', 'height|cm'],
  ['D', 'weight', 'mass|kg'],
  ['H', 'grip force', 'handgrip|kg'],
  ['I', 'sit and bend forward', 'sitreach|cm'],
  ['J', 'sit-ups', ''],
  ['K', 'broad jump', 'slj|cm'],
];
