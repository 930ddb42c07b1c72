import { and, desc, eq, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { AsideDraft, AsideReason, DraftForm, FormEntries } from '../auth/draft-store';
import type { WebDatabase } from './database';
import { setAsideDrafts } from './schema';

/** Versions set aside that are kept for one form, and for one user; the oldest go first. */
const maxOfForm = 10;
const maxOfUser = 100;
/** Seed of the advisory locks on a user's versions, so that they meet no other advisory lock. */
const asideLockSeed = 4;

/** The form of a user, as the tables name it. */
export interface FormKey {
  subject: string;
  form: DraftForm;
  object: string;
}

interface NewAside {
  /** FormEntries as JSON. */
  entries: string;
  writer: string;
  savedTag: string;
  reason: AsideReason;
  typedAt: Date;
}

const ofForm = ({ subject, form, object }: FormKey) =>
  and(eq(setAsideDrafts.subject, subject), eq(setAsideDrafts.form, form), eq(setAsideDrafts.object, object));

/** The versions of a form that were set aside, the newest first. */
export async function listAside(db: WebDatabase, key: FormKey): Promise<AsideDraft[]> {
  const rows = await db
    .select()
    .from(setAsideDrafts)
    .where(ofForm(key))
    .orderBy(desc(setAsideDrafts.typedAt), setAsideDrafts.id);
  return rows.map(({ id, reason, savedTag, entries, typedAt }) => ({
    id,
    reason,
    savedTag,
    entries: JSON.parse(entries) as FormEntries,
    typedAt: typedAt.toISOString(),
  }));
}

/** Keeps a version beside a form: instead of the one of the same window, and of any with the same content. */
export async function keepAside(db: WebDatabase, key: FormKey, version: NewAside): Promise<void> {
  const { entries, writer, savedTag, reason, typedAt } = version;
  await alone(db, key.subject, async (tx) => {
    await tx
      .insert(setAsideDrafts)
      .values({ ...key, ...version })
      .onConflictDoUpdate({
        target: [setAsideDrafts.subject, setAsideDrafts.form, setAsideDrafts.object, setAsideDrafts.writer],
        set: { entries, savedTag, reason, typedAt },
      });
    const same = and(eq(setAsideDrafts.entries, entries), ne(setAsideDrafts.writer, writer));
    await tx.delete(setAsideDrafts).where(and(ofForm(key), same));
    await removeSurplus(tx, key.subject);
  });
}

/**
 * Changes several versions of a user while nobody else does: two windows with the same content would each remove
 * the version of the other.
 */
function alone(db: WebDatabase, subject: string, work: (tx: WebDatabase) => Promise<unknown>): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${subject}, ${asideLockSeed}))`);
    await work(tx);
  });
}

export async function removeAside(
  db: WebDatabase,
  key: FormKey,
  which: { id: string } | { writer: string },
): Promise<void> {
  const chosen =
    'id' in which
      ? // An id from outside may be no uuid.
        eq(sql`${setAsideDrafts.id}::text`, which.id)
      : eq(setAsideDrafts.writer, which.writer);
  await db.delete(setAsideDrafts).where(and(ofForm(key), chosen));
}

/** Forgets all versions of a form. */
export async function removeAllAside(db: WebDatabase, key: FormKey): Promise<void> {
  await alone(db, key.subject, (tx) => tx.delete(setAsideDrafts).where(ofForm(key)));
}

/** Forgets the versions of a user's forms about chosen objects. */
export async function removeAsideOf(
  db: WebDatabase,
  subject: string,
  isChosen: (object: AnyPgColumn) => SQL | undefined,
): Promise<void> {
  const chosen = and(eq(setAsideDrafts.subject, subject), isChosen(setAsideDrafts.object));
  await alone(db, subject, (tx) => tx.delete(setAsideDrafts).where(chosen));
}

/** Deletes versions that are older than this. */
export async function sweepAside(db: WebDatabase, before: Date): Promise<void> {
  await db.delete(setAsideDrafts).where(lt(setAsideDrafts.typedAt, before));
}

async function removeSurplus(db: WebDatabase, subject: string): Promise<void> {
  await db.execute(sql`
    delete from ${setAsideDrafts} where id in (
      select id from (
        select id, row_number() over (order by typed_at desc) as of_user,
          row_number() over (partition by form, object order by typed_at desc) as of_form
        from ${setAsideDrafts} where subject = ${subject}
      ) as ranked where of_user > ${maxOfUser} or of_form > ${maxOfForm}
    )`);
}
