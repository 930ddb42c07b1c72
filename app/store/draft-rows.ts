import { and, eq, inArray, like, or, sql, type SQL } from 'drizzle-orm';

import { drafts, type FormKind, sessions, type WebDatabase } from './schema';

/** Seed of the advisory locks on the drafts of an account, to keep them apart from other advisory locks. */
const lockSeed = 4;

export type Row = typeof drafts.$inferSelect;

/** Identifies a form. */
export interface FormKey {
  subject: string;
  form: FormKind;
  object: string;
}

/** Rows of a form. */
export function isForm({ subject, form, object }: FormKey, chosen?: SQL): SQL | undefined {
  return and(eq(drafts.subject, subject), eq(drafts.form, form), eq(drafts.object, object), chosen);
}

/** Forms of an upload and of its tables. */
export function isAbout(subject: string, id: string): SQL | undefined {
  return and(eq(drafts.subject, subject), ofUpload(id));
}

/** The same of every account. */
export function ofUpload(id: string): SQL | undefined {
  return or(eq(drafts.object, id), like(drafts.object, `${id}/%`));
}

/** PostgreSQL texts cannot contain NUL, and addresses typed by hand may. */
export function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** The window id of the row that records a save, unlike that of the window, which may also have a text. */
export function saveOf(windowId: string): string {
  return `saved:${windowId}`;
}

/** Deletes some rows of a form. */
export async function deleteRows(tx: WebDatabase, key: FormKey, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const windowIds = rows.map(({ windowId }) => windowId);
  await tx.delete(drafts).where(isForm(key, inArray(drafts.windowId, windowIds)));
}

/** Stores a row of a form in place of others, in one statement. */
export async function replaceRows(
  tx: WebDatabase,
  key: FormKey,
  replaced: readonly Row[],
  row: Omit<Row, keyof FormKey>,
): Promise<void> {
  const gone = replaced.map(({ windowId }) => windowId).filter((windowId) => windowId !== row.windowId);
  const others = tx.$with('others').as(
    tx
      .delete(drafts)
      .where(isForm(key, inArray(drafts.windowId, gone)))
      .returning({ windowId: drafts.windowId }),
  );
  const db = gone.length === 0 ? tx : tx.with(others);
  const target = [drafts.subject, drafts.form, drafts.object, drafts.windowId];
  await db
    .insert(drafts)
    .values({ ...key, ...row })
    .onConflictDoUpdate({ target, set: row });
}

/**
 * Runs changes of an account's drafts one after the other, also on several servers. `rows` are those of the form. Does
 * nothing and returns null if the account was deleted or merged since the request began.
 */
export function oneByOne<Result>(
  db: WebDatabase,
  key: FormKey,
  change: (tx: WebDatabase, rows: Row[]) => Promise<Result>,
): Promise<Result | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key.subject}, ${lockSeed}))`);
    if (!(await holdSession(tx, key.subject))) return null;
    return change(tx, await tx.select().from(drafts).where(isForm(key)));
  });
}

/**
 * Whether the account still has a session, which may have ended. It loses all of them first when it is deleted or merged,
 * and as long as one is locked here, that waits before it looks for drafts. Sessions that are being deleted count as gone.
 */
export async function holdSession(tx: WebDatabase, subject: string): Promise<boolean> {
  const ofAccount = tx.select({ id: sessions.idHash }).from(sessions).where(eq(sessions.subject, subject));
  return (await ofAccount.for('key share', { skipLocked: true })).length > 0;
}
