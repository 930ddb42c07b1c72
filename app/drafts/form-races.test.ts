import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createChance } from '../../tests/support/chance';
import { pairsOf, race, raceRounds } from '../../tests/support/race';
import { onPostgresql, openTestDatabase, type TestDatabase } from '../../tests/support/test-database';
import type { FoundSession } from '../auth/sessions';
import type { FormEntries } from '../forms/form-entries';
import { readEntries } from '../forms/read-form.server';
import type { LoadContext } from '../load-context';
import { drizzle } from 'drizzle-orm/node-postgres';
import { createDraftStore } from '../store/drafts';
import { openForm, type DraftableForm } from './draftable-form.server';
import { formSnapshotField } from './form-snapshot';
import { autosave, readDraftableForm, saveDraft, trySave } from './post-draft.server';

/** A form in a browser window, served by one of two servers. */
interface Window {
  context: LoadContext;
  /** The same server after the session has ended. */
  ended: LoadContext;
  form: DraftableForm;
  /** Texts saved by any window. */
  saved: string[];
  former: string;
  opened: string;
}

/** Sends the text of a window. Returns whether another window was first. */
type Act = (window: Window, text: string) => Promise<boolean>;

let database: TestDatabase;
let otherPool: pg.Pool;
let forms = 0;

function contextOn(pool: pg.Pool, session: FoundSession): LoadContext {
  const user = session.state === 'active' ? session.tokens.user : null;
  const flash = { set: () => {}, take: () => null };
  const drafts = createDraftStore(drizzle(pool), session);
  const request = { language: 'en', timeZone: 'Europe/Berlin', setCookie: () => {} };
  return { ...request, user, flash, drafts } as unknown as LoadContext;
}

const active = {
  state: 'active',
  tokens: { user: { subject: 'ada', name: 'Ada', email: 'ada@example.org', isExpert: false } },
} as FoundSession;

const posted = ({ opened }: Window, text: string, intent: string) =>
  new Request('https://motothek.example/form', {
    method: 'POST',
    body: new URLSearchParams([
      ['text', text],
      [formSnapshotField, opened],
      ['intent', intent],
    ]),
  });

/** An action on versions throws the redirect to the next page. */
async function through<Answer>(act: Promise<Answer>): Promise<Answer | null> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof Response && error.status < 400) return null;
    throw error;
  }
}

const press =
  (intent: (window: Window) => string): Act =>
  async (window, text) => {
    const { context, form, saved } = window;
    const entries = await through(readDraftableForm(posted(window, text, intent(window)), context, form));
    if (entries === null) return false;
    if (intent(window) === 'save') {
      return (await trySave(context, form, entries, async () => void saved.push(text))) !== null;
    }
    return (await saveDraft(context, form, entries, () => null)) === null;
  };

const acts = {
  'save draft': press(() => 'draft'),
  save: press(() => 'save'),
  'keep by script': async (window, text) =>
    (await autosave(window.context, window.form, await readEntries(posted(window, text, '')))).status === 409,
  'discard draft': press(() => 'discard'),
  restore: press(({ former }) => `restore:${former}`),
  'save after the session has ended': async (window, text) => {
    await through(readDraftableForm(posted(window, text, 'save'), window.ended, window.form));
    return false;
  },
} satisfies Record<string, Act>;
type Name = keyof typeof acts;
const names = Object.keys(acts) as Name[];
/** Actions that write the draft or the saved form. Of two concurrent ones, one comes too late. */
const writing: Name[] = ['save draft', 'save', 'keep by script'];

/** Two windows, on both servers, of a form with a draft and an earlier, discarded version. */
async function openWindows(): Promise<[Window, Window]> {
  forms += 1;
  const form: DraftableForm = { kind: 'metadata', object: `${forms}r`, page: '/form' };
  const saved: string[] = [];
  const open = async (pool: pg.Pool): Promise<Window> => {
    const context = contextOn(pool, active);
    const { opened, stashed } = (await openForm(context, form)).versions;
    const ended = contextOn(pool, { state: 'ended', subject: 'ada' });
    return { context, ended, form, saved, opened, former: stashed[0]?.id ?? '' };
  };
  const before = await open(database.pool);
  await acts['save draft'](before, 'discarded before');
  await acts['discard draft'](before, 'discarded before');
  await acts['save draft'](before, 'begun before');
  return [await open(database.pool), await open(otherPool)];
}

/** All texts stored for the form: in the draft, in versions, or saved. */
async function storedTexts({ context, form, saved }: Window): Promise<string[]> {
  const { draft, stashed } = await context.drafts.look(form.kind, form.object);
  const textOf = (entries: FormEntries) => entries.find(([name]) => name === 'text')?.[1] ?? '';
  return [...(draft ? [draft] : []), ...stashed].map(({ entries }) => textOf(entries)).concat(saved);
}

onPostgresql('two windows of one form, on two servers', () => {
  beforeAll(async () => {
    database = await openTestDatabase();
    otherPool = new pg.Pool({ ...database.connection, max: 8 });
    otherPool.on('error', () => {});
    await database.pool.query(
      `insert into web.sessions (id_hash, subject, sid, sealed, created_at, last_seen_at)
       values ('', 'ada', '', '', now(), now())`,
    );
  });
  afterAll(async () => {
    await otherPool?.end();
    await database?.close();
  });

  test.each(pairsOf(names))('%s x %s: one is first, and no typed text is lost', async (...pair) => {
    for (let round = 0; round < 3 * raceRounds; round += 1) {
      const windows = await openWindows();
      const late = await race(
        pair.map((name, index) => () => acts[name](windows[index] ?? windows[0], `typed in ${index}`)),
      );
      if (pair.every((name) => writing.includes(name))) expect(late.filter(Boolean)).toHaveLength(1);
      const texts = await storedTexts(windows[0]);
      expect(texts).toEqual(expect.arrayContaining(['discarded before', 'typed in 0', 'typed in 1']));
    }
  });

  test('three windows at random: no typed text is lost', async () => {
    const chance = createChance();
    for (let round = 0; round < 4 * raceRounds; round += 1) {
      const windows = await openWindows();
      const [{ context, form }] = windows;
      const third = { ...windows[0], opened: (await openForm(context, form)).versions.opened };
      const typed = ['typed in 0', 'typed in 1', 'typed in 2'];
      await race(
        [...windows, third].map((window, index) => () => {
          const name = names[Math.floor(chance() * names.length)] ?? 'save';
          return acts[name](window, typed[index] ?? '');
        }),
      );
      expect(await storedTexts(third)).toEqual(expect.arrayContaining(['discarded before', ...typed]));
    }
  });

  test('two windows with the same text that are both too late keep it', async () => {
    for (let round = 0; round < 4 * raceRounds; round += 1) {
      const [one, two] = await openWindows();
      const { opened } = (await openForm(one.context, one.form)).versions;
      await acts['save draft']({ ...one, opened }, 'first');
      const late = await race([one, two].map((window) => () => acts['save draft'](window, 'typed twice')));
      expect(late).toEqual([true, true]);
      expect(await storedTexts(one)).toContain('typed twice');
    }
  });
});
