import { eq } from 'drizzle-orm';

import { drafts, sessions, type WebDatabase } from './schema';

/** Deletes the sessions of somebody and everything that they have typed and not saved, with any connection to the database. */
export async function forgetDraftsAndSessions(db: Pick<WebDatabase, 'delete'>, subject: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.subject, subject));
  await db.delete(drafts).where(eq(drafts.subject, subject));
}
