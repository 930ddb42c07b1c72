import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm';

import type { Queryable } from './database';
import { downloadItems, downloadSessions } from './schema';

/** Download session with the public numbers of its data sets. */
export type DownloadSession = typeof downloadSessions.$inferSelect & { numbers: number[] };

/** Stores a session with its data sets. `openedAt` is null until its licence form is answered. */
export async function insertSession(
  tx: Queryable,
  session: { id: string; subject: string; createdAt: Date; openedAt: Date | null },
  numbers: number[],
): Promise<void> {
  await tx.insert(downloadSessions).values(session);
  await tx.insert(downloadItems).values(numbers.map((nr) => ({ session: session.id, nr })));
}

export async function findSession(db: Queryable, id: string): Promise<DownloadSession | null> {
  const [session] = await db.select().from(downloadSessions).where(eq(downloadSessions.id, id));
  if (!session) return null;
  const items = await db
    .select({ nr: downloadItems.nr })
    .from(downloadItems)
    .where(eq(downloadItems.session, id))
    .orderBy(asc(downloadItems.nr));
  return { ...session, numbers: items.map(({ nr }) => nr) };
}

/** Opens a session with the answers of its form. Earlier answers are kept. */
export async function openSession(
  db: Queryable,
  id: string,
  answers: { institution: string; country: string; purpose: string },
  openedAt: Date,
): Promise<void> {
  await db
    .update(downloadSessions)
    .set({ ...answers, openedAt })
    .where(and(eq(downloadSessions.id, id), isNull(downloadSessions.purpose)));
}

/** Data sets in the open sessions of a user, newest first. */
export async function listOpenItems(
  db: Queryable,
  subject: string,
): Promise<{ session: string; date: Date; nr: number }[]> {
  return db
    .select({ session: downloadSessions.id, date: downloadSessions.createdAt, nr: downloadItems.nr })
    .from(downloadSessions)
    .innerJoin(downloadItems, eq(downloadItems.session, downloadSessions.id))
    .where(and(eq(downloadSessions.subject, subject), isNotNull(downloadSessions.openedAt)))
    .orderBy(desc(downloadSessions.createdAt), asc(downloadSessions.id), asc(downloadItems.nr));
}
