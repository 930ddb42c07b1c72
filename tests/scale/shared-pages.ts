/**
 * Share of the visits that get a page that is there already, if a page is kept for some seconds after it was rendered:
 * one visit renders it, and those of the next seconds share it. Visits of each page come at random.
 */
export function sharedShare(visitsPerSecond: readonly number[], keptSeconds: number): number {
  const all = visitsPerSecond.reduce((sum, visits) => sum + visits, 0);
  const rendered = visitsPerSecond.reduce((sum, visits) => sum + visits / (1 + visits * keptSeconds), 0);
  return all === 0 ? 0 : 1 - rendered / all;
}

/** How visits are spread over pages, of which the n-th is visited in proportion to 1 / n ** `exponent` (Zipf). */
export function spread(visitsPerSecond: number, pages: number, exponent: number): number[] {
  const weights = Array.from({ length: pages }, (_, index) => (index + 1) ** -exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (visitsPerSecond * weight) / sum);
}
