import { asc, eq } from 'drizzle-orm';

import type { Rating, UploadStatus } from '@domain/upload-status';

import type { Queryable } from './database';
import { uploads, votes } from './schema';

/** Status of an upload, when it was decided, and the ratings by panel: nothing that names an expert. */
export async function findDecision(
  db: Queryable,
  upload: number,
): Promise<{ status: UploadStatus; decidedAt: Date | null; votes: { panel: number; rating: Rating }[] } | null> {
  const [row] = await db
    .select({ status: uploads.status, decidedAt: uploads.decidedAt })
    .from(uploads)
    .where(eq(uploads.number, upload));
  if (!row) return null;
  const ratings = await db
    .select({ panel: votes.panel, rating: votes.rating })
    .from(votes)
    .where(eq(votes.upload, upload))
    .orderBy(asc(votes.panel));
  return { ...row, votes: ratings };
}
