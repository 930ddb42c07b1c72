import { and, desc, eq, lt, sql } from 'drizzle-orm';

import type { Draft, DraftForm, DraftStore, FormEntries } from './draft-store';
import type { FoundSession } from './sessions';
import type { WebDatabase } from './web-database';
import { drafts } from './web-schema';

/** Largest draft, as JSON. */
export const maxDraftBytes = 2 * 1024 * 1024;
/** Drafts kept for one user; the oldest go first. */
const maxDrafts = 100;
/** A draft nobody came back to is deleted after this time. */
const keptMs = 90 * 24 * 3_600_000;

/** A draft larger than `maxDraftBytes` is not kept. */
export class DraftTooLarge extends Error {
  constructor() {
    super(`A draft may hold ${maxDraftBytes} bytes.`);
    this.name = 'DraftTooLarge';
  }
}

/** Drafts of the user behind a session, or, through `rescue` alone, of one whose session has ended. */
export function createDraftStore(
  db: WebDatabase,
  session: FoundSession | null,
  now: () => Date = () => new Date(),
): DraftStore {
  const subject = session?.state === 'active' ? session.tokens.user.subject : null;
  const owned = (owner: string, form: DraftForm, object: string) =>
    and(eq(drafts.subject, owner), eq(drafts.form, form), eq(drafts.object, storable(object)));

  return {
    async find(form, object) {
      if (subject === null) return null;
      const [row] = await db
        .select()
        .from(drafts)
        .where(owned(subject, form, object));
      return row ? draftOf(row) : null;
    },
    async save(form, object, entries) {
      if (subject === null) throw new Error('A draft needs a signed-in user.');
      return write(db, { subject, form, object, entries, rescued: false, savedAt: now() });
    },
    async remove(form, object) {
      if (subject !== null) await db.delete(drafts).where(owned(subject, form, object));
    },
    async rescue(form, object, entries) {
      if (session?.state !== 'ended') return false;
      try {
        await write(db, { subject: session.subject, form, object, entries, rescued: true, savedAt: now() });
        return true;
      } catch (error) {
        if (error instanceof DraftTooLarge) return false;
        throw error;
      }
    },
  };
}

/** Deletes drafts that nobody came back to. */
export async function sweepDrafts(db: WebDatabase, now: Date): Promise<void> {
  await db.delete(drafts).where(lt(drafts.savedAt, new Date(now.getTime() - keptMs)));
}

interface NewDraft {
  subject: string;
  form: DraftForm;
  object: string;
  entries: FormEntries;
  rescued: boolean;
  savedAt: Date;
}

async function write(db: WebDatabase, draft: NewDraft): Promise<Draft> {
  const entries = JSON.stringify(draft.entries);
  if (Buffer.byteLength(entries) > maxDraftBytes) throw new DraftTooLarge();
  const { subject, form, rescued, savedAt } = draft;
  const [row] = await db
    .insert(drafts)
    .values({ subject, form, object: storable(draft.object), version: 1, entries, rescued, savedAt })
    .onConflictDoUpdate({
      target: [drafts.subject, drafts.form, drafts.object],
      set: { version: sql`${drafts.version} + 1`, entries, rescued, savedAt },
    })
    .returning();
  if (!row) throw new Error('The draft was not written.');
  if (row.version === 1) await removeOldest(db, subject);
  return draftOf(row);
}

async function removeOldest(db: WebDatabase, subject: string): Promise<void> {
  const oldestKept = db
    .select({ savedAt: drafts.savedAt })
    .from(drafts)
    .where(eq(drafts.subject, subject))
    .orderBy(desc(drafts.savedAt))
    .offset(maxDrafts - 1)
    .limit(1);
  await db.delete(drafts).where(and(eq(drafts.subject, subject), lt(drafts.savedAt, oldestKept)));
}

/** PostgreSQL texts hold no NUL; addresses typed by hand may. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

function draftOf(row: typeof drafts.$inferSelect): Draft {
  const { version, savedAt, rescued } = row;
  return {
    entries: JSON.parse(row.entries) as FormEntries,
    version,
    savedAt: savedAt.toISOString(),
    rescued,
  };
}
