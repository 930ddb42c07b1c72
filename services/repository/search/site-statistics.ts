import { and, count, countDistinct, eq, isNull, sql, sum } from 'drizzle-orm';

import type { SiteStatistics } from '@domain/api/search';
import { type UploadStatus, uploadStatuses } from '@domain/upload-status';

import type { Queryable } from '../store/database';
import { dataSets, dois, uploads } from '../store/schema';

/**
 * Statistics of the footer: published raw and aggregated data sets, their DOIs, values and
 * contributors, and the uploads by status. 'Processed' is the number of all uploads (spec section 4).
 */
export async function countSiteStatistics(db: Queryable): Promise<SiteStatistics> {
  const [published] = await db
    .select({
      r: sql<number>`count(*) filter (where ${uploads.kind} = 'raw')`.mapWith(Number),
      a: sql<number>`count(*) filter (where ${uploads.kind} = 'agg')`.mapWith(Number),
      d: count(dois.doi),
      n: sum(dataSets.values).mapWith(Number),
      u: countDistinct(uploads.owner),
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    // A DOI counts once it is published; its registration may come after the data set's.
    .leftJoin(dois, and(eq(dois.upload, dataSets.upload), eq(dois.state, 'findable')));
  const byStatus = await countByStatus(db);
  return {
    r: published?.r ?? 0,
    a: published?.a ?? 0,
    d: published?.d ?? 0,
    n: published?.n ?? 0,
    u: published?.u ?? 0,
    submitted: byStatus.Submitted,
    pending: byStatus.Pending,
    accepted: byStatus.Accepted,
    rejected: byStatus.Rejected,
    processed: Object.values(byStatus).reduce((total, number) => total + number, 0),
  };
}

async function countByStatus(db: Queryable): Promise<Record<UploadStatus, number>> {
  const rows = await db
    .select({ status: uploads.status, number: count() })
    .from(uploads)
    .where(isNull(uploads.deletedAt))
    .groupBy(uploads.status);
  const numbers = new Map(rows.map(({ status, number }) => [status, number]));
  return Object.fromEntries(uploadStatuses.map((status) => [status, numbers.get(status) ?? 0])) as Record<
    UploadStatus,
    number
  >;
}
