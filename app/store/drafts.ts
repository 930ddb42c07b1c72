import { randomUUID } from 'node:crypto';

import { and, desc, eq, inArray, isNotNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';

import { keptDays } from '@domain/limits';
import { hashOf } from '@domain/secrets';
import type { FoundSession } from '../auth/sessions';
import type { FormEntries } from '../forms/form-entries';
import { deleteSurplus, type IfLow, type IsLowOnSpace, mayStore, type Space } from './draft-limits';
import {
  deleteRows,
  type FormKey,
  holdSession,
  isAbout,
  isForm,
  ofUpload,
  oneByOne,
  replaceRows,
  type Row,
  saveOf,
  storable,
} from './draft-rows';
import { type WebDatabase, drafts, type FormKind, formsOfPreparation, type StashState } from './schema';

/** Drafts that are not opened again are deleted after this time. */
const dayMs = 24 * 3_600_000;

/** State of a form when its window was rendered. */
export interface FormWindow {
  windowId: string;
  /** Version of the form then; 0 if there was none. */
  version: number;
  /** ETag of the saved content then; '' if there was none. */
  savedTag: string;
}

/** A window that is never too late, for forms that are open in one window only. */
export const newestWindow: FormWindow = { windowId: '', version: Number.MAX_SAFE_INTEGER, savedTag: '' };

export interface Draft {
  entries: FormEntries;
  /** ISO 8601 */
  savedAt: string;
  savedAfterSessionEnd: boolean;
  savedTag: string;
}

/** All that is stored about a form. */
export interface FormRecord {
  /** Version of the last draft, save or submission; 0 if there is none. */
  version: number;
  /** Version of the last save; 0 if none is known. */
  savedVersion: number;
  /** Window that wrote the draft; '' if there is none. */
  windowId: string;
  draft: Draft | null;
  /** Versions that can be restored, the newest first. */
  stashed: (Draft & { id: string; reason: StashState })[];
}

export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * Drafts of the account behind a session (docs/forms.md). After the end of the session `write` and `stash` still work,
 * all other methods throw, as all do if no account is known. `ifLow` says what becomes of longer texts if space is low.
 */
export function createDraftStore(
  db: WebDatabase,
  session: FoundSession | null,
  now: () => Date = () => new Date(),
  isLowOnSpace: IsLowOnSpace = () => Promise.resolve(false),
) {
  const savedAfterSessionEnd = session?.state === 'ended';
  const subject = session?.state === 'active' ? session.tokens.user.subject : session?.subject;
  const account = () => {
    if (subject === undefined) throw new Error('A draft needs an account.');
    return subject;
  };
  const signedIn = () => {
    if (savedAfterSessionEnd) throw new Error('A draft is shown to a signed-in user only.');
    return account();
  };
  const keyOf = (form: FormKind, object: string, owner = signedIn()): FormKey => {
    return { subject: owner, form, object: storable(object) };
  };

  return {
    /** Tag of the account; null if none is known. */
    account: subject === undefined ? null : accountTag(subject),

    /** Whether the account is still there: it may have been deleted or merged since the session was looked up. */
    hasAccount: () => holdSession(db, account()),

    async look(form: FormKind, object: string): Promise<FormRecord> {
      return readRecord(db, keyOf(form, object));
    },

    /**
     * Stores the text of a window as the draft. If another window has written the form since, nothing is stored,
     * and the time of that write is returned (ISO 8601), otherwise null. `byScript`: a window is too late after
     * its own save as well, because script sent the text before it.
     */
    async write(
      form: FormKind,
      object: string,
      entries: FormEntries,
      window: FormWindow,
      { byScript = false, ifLow = 'store' }: { byScript?: boolean; ifLow?: IfLow } = {},
    ) {
      const text = { entries, window, at: now(), space: { isLow: isLowOnSpace, ifLow } };
      return write(db, keyOf(form, object, account()), { ...text, byScript, savedAfterSessionEnd });
    },

    /** Records that the form was saved in a window. The draft of another window is stashed. */
    async settle(form: FormKind, object: string, { windowId }: FormWindow): Promise<void> {
      const key = keyOf(form, object);
      await oneByOne(db, key, async (tx, rows) => {
        const replaced = rows.filter((row) => row.windowId === windowId || row.state === 'saved');
        const isLeft = rows.some((row) => row.state === 'draft' && !replaced.includes(row));
        const saved = { windowId: saveOf(windowId), state: 'saved' as const, version: nextVersion(rows, now()) };
        const noText = { entries: null, savedTag: '', savedAfterSessionEnd: false };
        await replaceRows(tx, key, replaced, { ...saved, ...noText, savedAt: now() });
        if (isLeft) await stashDraft(tx, key);
      });
    },

    /**
     * Stores the text of a window as a version that can be restored, unless it is empty. Deletes the draft that the
     * window showed or wrote.
     */
    async stash(
      form: FormKind,
      object: string,
      entries: FormEntries,
      window: FormWindow,
      state: StashState,
      ifLow: IfLow = 'store',
    ) {
      const text = { entries, window, state, at: now(), space: { isLow: isLowOnSpace, ifLow } };
      await stash(db, keyOf(form, object, account()), text);
    },

    /** Stores a text that has no window as a version that can be restored. */
    async keep(form: FormKind, object: string, entries: FormEntries): Promise<void> {
      const window = { windowId: randomUUID(), version: 0, savedTag: '' };
      await this.stash(form, object, entries, window, 'conflict');
    },

    /** Stashes the draft of another window, unless it was written after this window had seen it. */
    async stashOther(form: FormKind, object: string, { windowId, version }: FormWindow): Promise<void> {
      await stashDraft(db, keyOf(form, object), and(ne(drafts.windowId, windowId), lte(drafts.version, version)));
    },

    /** Deletes all that is stored about a form, or one version of it. */
    async remove(form: FormKind, object: string, id?: string): Promise<void> {
      const chosen = id === undefined ? undefined : eq(drafts.windowId, storable(id));
      await db.delete(drafts).where(isForm(keyOf(form, object), chosen));
    },

    /**
     * Called after an upload was submitted. Stashes the drafts of its forms that are closed then, also those of
     * co-authors, for each of them. Windows opened before are too late. Votes of the board stay as they are.
     */
    async closeUpload(id: string): Promise<void> {
      const version = sql`greatest(${drafts.version} + 1, ${now().getTime()})`;
      const isClosed = or(eq(drafts.subject, signedIn()), inArray(drafts.form, [...formsOfPreparation]));
      const open = and(ofUpload(id), isClosed, eq(drafts.state, 'draft'));
      await db.update(drafts).set({ state: 'submitted', version }).where(open);
    },

    /** Texts of the account about an upload, the newest first, with the form of each. */
    async listTexts(id: string): Promise<{ form: FormKind; object: string; entries: FormEntries; savedAt: string }[]> {
      const rows = await db
        .select()
        .from(drafts)
        .where(and(isAbout(signedIn(), id), isNotNull(drafts.entries)))
        .orderBy(desc(drafts.savedAt));
      return rows.map((row) => {
        const { entries, savedAt } = draftOf(row);
        return { form: row.form, object: row.object, entries, savedAt };
      });
    },

    /** Called after an upload was deleted. Deletes what its owner typed in its forms; co-authors keep their texts. */
    async removeUpload(id: string): Promise<void> {
      await db.delete(drafts).where(isAbout(signedIn(), id));
    },
  };
}

/**
 * Tag that distinguishes accounts in addresses and forms without naming them. 96 bits, so no two accounts share a tag.
 */
export function accountTag(subject: string): string {
  return hashOf(`account ${subject}`).slice(0, 16);
}

/** Deletes drafts that were not opened again. */
export async function sweepDrafts(db: WebDatabase, now: Date, keptFor = keptDays.drafts): Promise<void> {
  await db.delete(drafts).where(lt(drafts.savedAt, new Date(now.getTime() - keptFor * dayMs)));
}

async function readRecord(db: WebDatabase, key: FormKey): Promise<FormRecord> {
  const rows = await db.select().from(drafts).where(isForm(key)).orderBy(desc(drafts.version));
  const draft = rows.find(({ state }) => state === 'draft');
  const stashed = rows.flatMap((row) =>
    row.state === 'draft' || row.state === 'saved' ? [] : [{ ...draftOf(row), id: row.windowId, reason: row.state }],
  );
  return {
    version: rows.find(isBinding)?.version ?? 0,
    savedVersion: rows.find(({ state }) => state === 'saved')?.version ?? 0,
    windowId: draft?.windowId ?? '',
    draft: draft ? draftOf(draft) : null,
    stashed: stashed.sort((a, b) => b.savedAt.localeCompare(a.savedAt)),
  };
}

function draftOf({ entries, savedAt, savedAfterSessionEnd, savedTag }: Row): Draft {
  const unpacked = JSON.parse(entries ?? '[]') as FormEntries;
  return { entries: unpacked, savedAt: savedAt.toISOString(), savedAfterSessionEnd, savedTag };
}

/** Whether older windows are too late because of a row. Conflicting and discarded versions do not count. */
function isBinding({ state }: Row): boolean {
  return state !== 'conflict' && state !== 'discarded';
}

interface Text {
  entries: FormEntries;
  window: FormWindow;
  at: Date;
  space: Space;
}

async function write(
  db: WebDatabase,
  key: FormKey,
  {
    entries,
    window,
    at,
    space,
    byScript,
    savedAfterSessionEnd,
  }: Text & { byScript: boolean; savedAfterSessionEnd: boolean },
): Promise<string | null> {
  const packed = JSON.stringify(entries);
  return oneByOne(db, key, async (tx, rows) => {
    const newer = rows.filter(isBinding).find((row) => {
      if (row.windowId === saveOf(window.windowId)) return byScript;
      return row.windowId !== window.windowId && row.version > window.version;
    });
    // Two windows with the same text do not conflict.
    if (newer) return newer.entries === packed ? null : newer.savedAt.toISOString();
    const { windowId, savedTag } = window;
    const replaced = rows.filter((row) => row.state === 'draft' || row.windowId === windowId);
    const row = { windowId, version: nextVersion(rows, at), savedTag, entries: packed, savedAfterSessionEnd };
    await replaceTexts(tx, key, replaced, { ...row, state: 'draft', savedAt: at }, space);
    return null;
  });
}

async function stash(db: WebDatabase, key: FormKey, text: Text & { state: StashState }): Promise<void> {
  const { entries, window, state, at, space } = text;
  const { windowId, version, savedTag } = window;
  // A discarded text is final. Any other is replaced if the same window goes on.
  const id = state === 'discarded' ? randomUUID() : windowId;
  const row = { windowId: id, version, savedTag, state, savedAfterSessionEnd: false, savedAt: at };
  await oneByOne(db, key, async (tx, rows) => {
    const isShown = (stored: Row) => stored.state === 'draft' && stored.version === version;
    const replaced = rows.filter((stored) => stored.windowId === windowId || isShown(stored));
    const packed = entries.length > 0 ? { ...row, entries: JSON.stringify(entries) } : null;
    await replaceTexts(tx, key, replaced, packed, space);
  });
}

/** Deletes texts of a form and stores another one, if there is one and there is space for it. */
async function replaceTexts(
  tx: WebDatabase,
  key: FormKey,
  replaced: readonly Row[],
  row: Omit<Row, keyof FormKey> | null,
  space: Space,
): Promise<void> {
  if (row?.entries && !(await mayStore(row.entries, replaced, space))) return;
  if (!row) return deleteRows(tx, key, replaced);
  await replaceRows(tx, key, replaced, row);
  await deleteSurplus(tx, key.subject);
}

async function stashDraft(db: WebDatabase, key: FormKey, chosen?: SQL): Promise<void> {
  const draft = isForm(key, and(eq(drafts.state, 'draft'), chosen));
  await db.update(drafts).set({ state: 'conflict' }).where(draft);
}

/** A version is a time in milliseconds, or one more than the last one. */
function nextVersion(rows: Row[], at: Date): number {
  return Math.max(at.getTime(), ...rows.map(({ version }) => version + 1));
}
