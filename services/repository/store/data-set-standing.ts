import { and, eq, isNotNull } from 'drizzle-orm';

import type { Standing } from '@domain/licence-gate';

import type { Queryable } from './database';
import { downloadItems, downloadSessions, uploads } from './schema';

/** What somebody has done about a published data set: contributed it, answered its download form. */
export async function findStanding(
  db: Queryable,
  { nr, upload, subject }: { nr: number; upload: number; subject: string },
): Promise<Standing> {
  const answered = db
    .select({ nr: downloadItems.nr })
    .from(downloadItems)
    .innerJoin(downloadSessions, eq(downloadSessions.id, downloadItems.session))
    .where(and(eq(downloadItems.nr, nr), eq(downloadSessions.subject, subject), isNotNull(downloadSessions.purpose)))
    .limit(1);
  const [own, forms] = await Promise.all([
    db.$count(uploads, and(eq(uploads.number, upload), eq(uploads.owner, subject))),
    answered,
  ]);
  return { isContributor: own > 0, hasAnsweredForm: forms.length > 0 };
}
