import { and, eq, like, lt, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import {
  keepAside,
  listAside,
  removeAllAside,
  removeAside,
  removeAsideOf,
  sweepAside,
  type FormKey,
} from './aside-drafts';
import { accountTag } from '../auth/account-tag';
import type { Draft, DraftForm, DraftStore, FormEntries, FormRecord, OpenedForm } from '../auth/draft-store';
import type { FoundSession } from '../auth/sessions';
import type { WebDatabase } from './database';
import { drafts } from './schema';

/** Largest draft, as JSON. */
export const maxDraftBytes = 4 * 1024 * 1024;
/** Drafts kept for one user, and as many records of forms without one; the oldest go first. */
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

/** Told by name: the build holds the class twice, for the server that throws and for the routes that answer. */
export function isDraftTooLarge(error: unknown): boolean {
  return error instanceof Error && error.name === 'DraftTooLarge';
}

const unopened: OpenedForm = { version: 0, account: '', writer: '', openedAt: null, savedTag: '', base: '' };

const unknown = { version: 0, savedVersion: 0, state: 'discarded' as const, writer: '', changedAt: null, draft: null };

/** Drafts of the user behind a session, or, through `rescue` alone, of one whose session has ended. */
export function createDraftStore(
  db: WebDatabase,
  session: FoundSession | null,
  now: () => Date = () => new Date(),
): DraftStore {
  const subject = session?.state === 'active' ? session.tokens.user.subject : null;
  const keyOf = (form: DraftForm, object: string): FormKey => {
    if (subject === null) throw new Error('A draft needs a signed-in user.');
    return { subject, form, object: storable(object) };
  };
  const look = (form: DraftForm, object: string) => readRecord(db, keyOf(form, object));

  return {
    look,
    async find(form, object) {
      return subject === null ? null : (await look(form, object)).draft;
    },
    async save(form, object, entries) {
      const written = await write(db, keyOf(form, object), { entries, at: now(), may: 'always' });
      if (!written) throw new Error('The draft was not written.');
      return written;
    },
    async write(form, object, entries, opened, byItself = false) {
      const may = byItself ? 'by itself' : 'by hand';
      const key = keyOf(form, object);
      const draft = await write(db, key, { entries, at: now(), may, opened });
      return draft ? { draft, newer: null } : refusedBy(await readRecord(db, key), entries);
    },
    async settle(form, object, opened) {
      await end(db, keyOf(form, object), { state: 'saved', at: now(), opened });
    },
    async drop(form, object, opened) {
      await end(db, keyOf(form, object), { state: 'discarded', at: now(), opened });
    },
    async remove(form, object) {
      if (subject === null) return;
      await db.delete(drafts).where(isForm(keyOf(form, object)));
      await removeAllAside(db, keyOf(form, object));
    },
    async setAside(form, object, { entries, ...version }) {
      await keepAside(db, keyOf(form, object), { ...version, entries: pack(entries), typedAt: now() });
    },
    async removeAside(form, object, which) {
      await removeAside(db, keyOf(form, object), which);
    },
    async closeUpload(id) {
      if (subject !== null) await closeUpload(db, { subject, id, at: now() });
    },
    async removeUpload(id) {
      if (subject === null) return;
      await db.delete(drafts).where(and(eq(drafts.subject, subject), isAbout(drafts.object, id)));
      await removeAsideOf(db, subject, (object) => isAbout(object, id));
    },
    async rescue(form, object, entries, opened = unopened) {
      if (session?.state !== 'ended') return null;
      if (opened.account !== '' && opened.account !== accountTag(session.subject)) return null;
      const key = { subject: session.subject, form, object: storable(object) };
      return rescue(db, key, { entries, at: now(), opened });
    },
  };
}

/** Deletes drafts that nobody came back to. */
export async function sweepDrafts(db: WebDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await db.delete(drafts).where(lt(drafts.savedAt, before));
  await sweepAside(db, before);
}

const isForm = ({ subject, form, object }: FormKey) =>
  and(eq(drafts.subject, subject), eq(drafts.form, form), eq(drafts.object, object));

async function readRecord(db: WebDatabase, key: FormKey): Promise<FormRecord> {
  const [[row], aside] = await Promise.all([db.select().from(drafts).where(isForm(key)), listAside(db, key)]);
  if (!row) return { ...unknown, aside };
  const { version, savedVersion, state, writer, savedAt } = row;
  const changedAt = savedAt.toISOString();
  return { version, savedVersion, state, writer, changedAt, draft: draftOf(row), aside };
}

interface NewDraft {
  entries: FormEntries;
  at: Date;
  may: 'always' | 'by hand' | 'by itself';
  opened?: OpenedForm;
  rescued?: boolean;
}

/** Writes a draft in one statement, so that of two windows with the same version one is first; null for the other. */
async function write(db: WebDatabase, key: FormKey, draft: NewDraft): Promise<Draft | null> {
  const { at, may, opened = unopened, rescued = false } = draft;
  const set = {
    state: 'draft' as const,
    writer: opened.writer,
    savedTag: opened.savedTag,
    entries: pack(draft.entries),
    rescued,
    savedAt: at,
  };
  const [row] = await db
    .insert(drafts)
    .values({ ...key, ...set, version: at.getTime() })
    .onConflictDoUpdate({
      target: [drafts.subject, drafts.form, drafts.object],
      set: { ...set, version: nextVersion(at) },
      setWhere: may === 'always' ? undefined : mayWrite(opened, may),
    })
    .returning();
  if (!row) return null;
  await removeSurplus(db, key.subject);
  return draftOf(row);
}

/** What a window may write over: what it was given, what it wrote itself, and what was discarded and not saved. */
function mayWrite({ version, writer }: OpenedForm, how: 'by hand' | 'by itself') {
  const own = writer === '' ? undefined : eq(drafts.writer, writer);
  // Script that was sent before the save of its own window, and arrives after it, is out of date.
  const ownUnsaved = own && (how === 'by hand' ? own : and(own, eq(drafts.state, 'draft')));
  const discarded = and(eq(drafts.state, 'discarded'), lte(drafts.savedVersion, version));
  return or(eq(drafts.version, version), discarded, ownUnsaved);
}

/** A version is a time in milliseconds, or one more than the last: none is given twice, not even after a deletion. */
function nextVersion(at: Date) {
  return sql`greatest(${drafts.version} + 1, ${at.getTime()})`;
}

/** Two windows with the same content are none in each other's way. */
function refusedBy(newer: FormRecord, entries: FormEntries) {
  const { draft } = newer;
  if (draft && pack(draft.entries) === pack(entries)) return { draft, newer: null };
  return { draft: null, newer };
}

interface Ending {
  state: 'saved' | 'discarded';
  at: Date;
  opened: OpenedForm;
}

/**
 * Ends a draft that this window was given or wrote. What was saved makes older windows out of date, also
 * where there was no draft; what was discarded does not.
 */
async function end(db: WebDatabase, key: FormKey, { state, at, opened }: Ending): Promise<void> {
  const { version, writer } = opened;
  const set = { state, writer, entries: null, rescued: false, savedAt: at };
  const own = or(eq(drafts.version, version), writer === '' ? undefined : eq(drafts.writer, writer));
  if (state === 'discarded') {
    await db
      .update(drafts)
      .set(set)
      .where(and(isForm(key), own));
    return;
  }
  await db
    .insert(drafts)
    .values({ ...key, ...set, version: at.getTime(), savedVersion: at.getTime() })
    .onConflictDoUpdate({
      target: [drafts.subject, drafts.form, drafts.object],
      set: { ...set, version: nextVersion(at), savedVersion: nextVersion(at) },
      setWhere: own,
    });
}

/** Forms of an upload: its own, and those of its tables. */
function isAbout(object: AnyPgColumn, id: string) {
  return or(eq(object, id), like(object, `${id}/%`));
}

async function closeUpload(
  db: WebDatabase,
  { subject, id, at }: { subject: string; id: string; at: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const ofUpload = and(eq(drafts.subject, subject), isAbout(drafts.object, id));
    const rows = await tx.select().from(drafts).where(ofUpload).orderBy(drafts.form, drafts.object).for('update');
    const set = { state: 'saved' as const, writer: '', entries: null, rescued: false, savedAt: at };
    // One by one: what another window begins meanwhile is none of these, and stays.
    for (const { form, object, entries, writer, savedTag, savedAt } of rows) {
      const version = { writer, savedTag, reason: 'submitted' as const, typedAt: savedAt };
      if (entries !== null) await keepAside(tx, { subject, form, object }, { ...version, entries });
      await tx
        .update(drafts)
        .set({ ...set, version: nextVersion(at), savedVersion: nextVersion(at) })
        .where(isForm({ subject, form, object }));
    }
  });
}

async function rescue(
  db: WebDatabase,
  key: FormKey,
  { entries, at, opened }: { entries: FormEntries; at: Date; opened: OpenedForm },
): Promise<{ version: number } | null> {
  try {
    const draft = await write(db, key, { entries, at, may: 'by hand', opened, rescued: true });
    if (draft) return { version: draft.version };
    const { writer, savedTag } = opened;
    await keepAside(db, key, { entries: pack(entries), writer, savedTag, reason: 'conflict', typedAt: at });
    return { version: opened.version };
  } catch (error) {
    if (isDraftTooLarge(error)) return null;
    throw error;
  }
}

/** Deletes the oldest drafts beyond the limit, and the oldest records that hold none. */
async function removeSurplus(db: WebDatabase, subject: string): Promise<void> {
  await db.execute(sql`
    delete from ${drafts} where subject = ${subject} and (form, object) in (
      select form, object from (
        select form, object, row_number() over (partition by entries is null order by saved_at desc) as place
        from ${drafts} where subject = ${subject}
      ) as ranked where place > ${maxDrafts}
    )`);
}

function pack(entries: FormEntries): string {
  const packed = JSON.stringify(entries);
  if (Buffer.byteLength(packed) > maxDraftBytes) throw new DraftTooLarge();
  return packed;
}

/** PostgreSQL texts hold no NUL; addresses typed by hand may. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

function draftOf(row: typeof drafts.$inferSelect): Draft | null {
  const { entries, version, savedAt, rescued, savedTag } = row;
  if (entries === null) return null;
  return { entries: JSON.parse(entries) as FormEntries, version, savedAt: savedAt.toISOString(), rescued, savedTag };
}
