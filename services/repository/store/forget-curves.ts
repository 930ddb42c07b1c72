import { sql } from 'drizzle-orm';

import type { Transaction } from './database';
import { normCurves } from './schema';

/**
 * Removes the curves of all versions that were made with a data set, after its withdrawal was stored: a version that is
 * stored meanwhile makes that wait. What is left of such a version is computed when it is asked for.
 */
export async function forgetCurves(tx: Transaction, nr: number): Promise<void> {
  const isMadeWith = sql`${normCurves.summary} -> 'dataSets' @> ${JSON.stringify(nr)}::jsonb`;
  await tx.update(normCurves).set({ curves: null }).where(isMadeWith);
}
