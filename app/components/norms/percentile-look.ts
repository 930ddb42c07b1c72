import type { Look } from './picture-frame';

/** How the line of a percentile looks: the median is thick, the outermost ones are dashed. */
export function lookOfPercentile(percentile: number): Look {
  if (percentile === 50) return 'middle';
  return percentile === 3 || percentile === 97 ? 'outer' : 'curve';
}
