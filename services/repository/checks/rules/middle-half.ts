import type { RuleContext } from '../rule';

/** Own estimate: how many times the width of the middle half a value may be outside of it. */
const widths = 3;
/** Own estimate: minimum number of values for a comparison. */
const minValues = 10;
/** Own estimate: if more of the values are that far away, they are a group of their own. */
const mostShare = 0.02;

/** The lowest and highest value that is not far, and the condition of those that are. */
interface FarValues {
  low: number;
  high: number;
  condition: string;
}

/**
 * Which values x of a relation are far from the middle half of them, and at least `leastDistance`; null if none is. They
 * are compared as whole numbers.
 */
export async function findFar(look: RuleContext, rows: string, leastDistance: number): Promise<FarValues | null> {
  // Counts by value take less memory than quantiles, and are the same on every run.
  const counted = await look.ask(
    `select floor(x) as x, count(*) as n from ${rows} where x is not null group by floor(x) order by 1`,
  );
  const counts = counted.map(({ x, n }) => ({ x: Number(x), n: Number(n) }));
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  if (total < minValues) return null;
  const [q1, q3] = [quantile(counts, total * 0.25), quantile(counts, total * 0.75)];
  const distance = Math.max(widths * (q3 - q1), leastDistance);
  const [first, last] = [q1 - distance, q3 + distance];
  const far = counts.filter(({ x }) => x < first || x > last).reduce((sum, { n }) => sum + n, 0);
  if (far === 0 || far > Math.max(1, mostShare * total)) return null;
  const near = counts.flatMap(({ x }) => (x >= first && x <= last ? [x] : []));
  const [low, high] = [Math.min(...near), Math.max(...near)];
  return { low, high, condition: `(floor(x) < ${first} or floor(x) > ${last})` };
}

/** The value below which `rank` values lie. */
function quantile(counts: { x: number; n: number }[], rank: number): number {
  let below = 0;
  for (const { x, n } of counts) {
    below += n;
    if (below >= rank) return x;
  }
  return counts.at(-1)?.x ?? 0;
}
