import { beforeAll, expect, it } from 'vitest';

import { outageStatus } from '@domain/outage';

import { eachDatabase, type TestDatabase } from '../../tests/support/test-database';
import type { FoundSession } from '../auth/sessions';
import type { FormEntries } from '../forms/form-entries';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { IfLow } from './draft-limits';
import { accountTag, createDraftStore, newestWindow, sweepDrafts, type DraftStore, type FormWindow } from './drafts';

const start = new Date('2025-03-01T08:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * 86_400_000);

const signedIn = (subject: string): FoundSession => ({
  state: 'active',
  until: start,
  tokens: {
    user: { subject, name: subject, email: `${subject}@example.org`, isExpert: false },
    sid: '',
    idToken: '',
    accessToken: '',
    refreshToken: null,
    accessTokenExpiresAt: start,
  },
});
const ended = (subject: string): FoundSession => ({ state: 'ended', subject });
/** Drafts are stored for accounts that have a session. */
const addSessions = ({ pool }: TestDatabase) =>
  pool.query(
    `insert into web.sessions (id_hash, subject, sid, sealed, created_at, last_seen_at)
     select name, name, '', '', now(), now() from unnest($1::text[]) as name`,
    [people],
  );
const people = [
  ...['ada', 'bea', 'cyd', 'dan', 'eve', 'fay', 'gus', 'hal', 'ian', 'ivo', 'ivy', 'jan', 'kim', 'lea', 'max'],
  ...Array.from({ length: 10 }, (_, round) => `bea${round}`),
];
const entries: FormEntries = [
  ['title', 'Größe & "Kraft"\r\n\0'],
  ['author', 'Ada'],
  ['author', 'Bea'],
  ['note', '\ud800 half a character'],
];
const mine: FormEntries = [['title', 'Mine']];
const other: FormEntries = [['title', 'The other one']];
const unknown = { windowId: 'w0', version: 0, savedTag: '' };

/** A window that opens the metadata of an upload in its current state. */
async function openWindow(drafts: DraftStore, windowId: string): Promise<FormWindow> {
  const { version } = await drafts.look('metadata', '1r');
  return { windowId, version, savedTag: 'tag' };
}
const draftOf = async (
  drafts: DraftStore,
  form: 'metadata' | 'mapping' | 'comments' | 'download' = 'metadata',
  object = '1r',
) => (await drafts.look(form, object)).draft?.entries ?? null;

eachDatabase('the drafts', (database) => {
  beforeAll(() => addSessions(database()));
  const open = (session: FoundSession | null, time = start) =>
    createDraftStore(drizzle(database().pool), session, () => time);

  it('are returned exactly as the form posted them', async () => {
    const drafts = open(signedIn('ada'));
    expect(await draftOf(drafts)).toBeNull();
    await drafts.write('metadata', '1r', mine, newestWindow);
    await drafts.write('metadata', '1r', entries, newestWindow);
    const { draft, stashed } = await drafts.look('metadata', '1r');
    expect(draft).toEqual({ entries, savedAt: start.toISOString(), savedAfterSessionEnd: false, savedTag: '' });
    expect(stashed).toEqual([]);
  });

  it('belong to one account, one form and one object', async () => {
    await open(signedIn('bea')).write('metadata', '1r', entries, newestWindow);
    expect(await draftOf(open(signedIn('bea')), 'metadata', '2r')).toBeNull();
    expect(await draftOf(open(signedIn('bea')), 'mapping')).toBeNull();
    expect(await draftOf(open(signedIn('cyd')))).toBeNull();
    for (const session of [null, ended('bea')]) {
      await expect(async () => open(session).look('metadata', '1r')).rejects.toThrow('A draft');
    }
    await expect(async () => open(null).write('metadata', '1r', mine, newestWindow)).rejects.toThrow('account');
  });

  it('of an ended session are found after signing in again; accounts are distinguished', async () => {
    expect(await open(ended('eve')).write('metadata', '1r', entries, unknown)).toBeNull();
    expect((await open(signedIn('eve')).look('metadata', '1r')).draft).toMatchObject({
      entries,
      savedAfterSessionEnd: true,
    });
    const accounts = [ended('eve'), signedIn('eve'), signedIn('fay'), null].map((session) => open(session).account);
    expect(accounts).toEqual([accountTag('eve'), accountTag('eve'), accountTag('fay'), null]);
    expect(accounts[0]).not.toBe(accounts[2]);
  });

  it('of an account that has lost all sessions, because it is gone, are not stored', async () => {
    for (const session of [signedIn('gone'), ended('gone')]) {
      expect(await open(session).write('metadata', '1r', entries, unknown)).toBeNull();
      await open(session).stash('metadata', '1r', entries, unknown, 'conflict');
    }
    await open(signedIn('gone')).settle('metadata', '1r', unknown);
    expect(await open(signedIn('gone')).look('metadata', '1r')).toMatchObject({ version: 0, draft: null, stashed: [] });
  });

  it('accept any object name, and are gone once removed', async () => {
    const drafts = open(signedIn('gus'));
    await drafts.write('mapping', '5r/Tabelle Ü\0%', entries, newestWindow);
    expect(await draftOf(drafts, 'mapping', '5r/Tabelle Ü\0%')).toEqual(entries);
    await drafts.remove('mapping', '5r/Tabelle Ü\0%');
    expect(await draftOf(drafts, 'mapping', '5r/Tabelle Ü\0%')).toBeNull();
  });

  it('are limited to two hundred per account; the oldest are removed', async () => {
    const write = (index: number) =>
      open(signedIn('hal'), later(index / 1000)).write('mapping', `${index}r`, [['a', 'b']], newestWindow);
    for (let index = 0; index <= 200; index += 1) await write(index);
    const found = await Promise.all([0, 1, 200].map((index) => draftOf(open(signedIn('hal')), 'mapping', `${index}r`)));
    expect(found.map((draft) => draft !== null)).toEqual([false, true, true]);
  });

  it('are limited to twenty megabytes per account; the oldest are removed', async () => {
    const text: FormEntries = [['a', 'x'.repeat(1_900_000)]];
    const write = (index: number) =>
      open(signedIn('ivo'), later(index / 1000)).write('mapping', `${index}r`, text, newestWindow);
    for (let index = 0; index <= 10; index += 1) await write(index);
    const found = await Promise.all([0, 1, 10].map((index) => draftOf(open(signedIn('ivo')), 'mapping', `${index}r`)));
    expect(found.map((draft) => draft !== null)).toEqual([false, true, true]);
  });

  it('do not become longer when space is low, and may become shorter', async () => {
    const low = createDraftStore(
      drizzle(database().pool),
      signedIn('jan'),
      () => start,
      () => Promise.resolve(true),
    );
    const write = (ifLow: IfLow) => low.write('metadata', '1r', mine, newestWindow, { ifLow });
    expect(outageStatus(await write('refuse').catch((error: unknown) => error))).toBe(507);
    await expect(write('leave-out')).resolves.toBeNull();
    expect(await draftOf(low)).toBeNull();
    await write('store');
    expect(await draftOf(low)).toEqual(mine);
    await low.remove('metadata', '1r');
    await open(signedIn('jan')).write('metadata', '1r', other, newestWindow);
    await expect(write('refuse')).resolves.toBeNull();
    expect(await draftOf(low)).toEqual(mine);
  });

  it('are deleted after ninety days without use', async () => {
    const db = drizzle(database().pool);
    await open(signedIn('ian')).write('download', 'a', entries, newestWindow);
    await sweepDrafts(db, later(89));
    expect(await draftOf(open(signedIn('ian')), 'download', 'a')).not.toBeNull();
    await sweepDrafts(db, later(91));
    expect(await draftOf(open(signedIn('ian')), 'download', 'a')).toBeNull();
  });
});

eachDatabase('two windows with one form', (database) => {
  beforeAll(() => addSessions(database()));
  const open = (session: FoundSession, time = start) => createDraftStore(drizzle(database().pool), session, () => time);
  const write = (drafts: DraftStore, text: FormEntries, window: FormWindow, byScript = false) =>
    drafts.write('metadata', '1r', text, window, { byScript });

  it('do not overwrite each other; the second one learns when the first has written', async () => {
    const drafts = open(signedIn('ada'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    expect(await write(drafts, other, first)).toBeNull();
    expect(await write(drafts, mine, second)).toBe(start.toISOString());
    expect(await draftOf(drafts)).toEqual(other);
  });

  it('are too late after a save, however many others were too late before them', async () => {
    const drafts = open(signedIn('lea'));
    const windows = await Promise.all(Array.from({ length: 13 }, (_, i) => openWindow(drafts, `w${i}`)));
    await drafts.settle('metadata', '1r', windows[0]!);
    const afterwards = open(signedIn('lea'), later(1));
    for (const window of windows.slice(1)) {
      const text: FormEntries = [['title', window.windowId]];
      expect(await write(afterwards, text, window)).toBe(start.toISOString());
      await afterwards.stash('metadata', '1r', text, window, 'conflict');
    }
    expect((await afterwards.look('metadata', '1r')).stashed).toHaveLength(10);
  });

  it('write at the same time with the same version, and exactly one is first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const drafts = open(signedIn(`bea${round}`));
      if (round % 2 === 1) await write(drafts, [['title', 'before']], newestWindow);
      const windows = await Promise.all(['w1', 'w2', 'w3'].map((name) => openWindow(drafts, name)));
      const written = await Promise.all(windows.map((window) => write(drafts, [['title', window.windowId]], window)));
      expect(written.filter((changedAt) => changedAt === null)).toHaveLength(1);
      expect(await draftOf(drafts)).toEqual([['title', windows[written.indexOf(null)]?.windowId]]);
    }
  });

  it('do not conflict with themselves, nor with one that has the same text', async () => {
    const drafts = open(signedIn('cyd'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await write(drafts, other, first);
    expect(await write(drafts, mine, first, true)).toBeNull();
    expect(await write(drafts, mine, second)).toBeNull();
  });

  it('know that the form was saved in between, by the user or by script', async () => {
    const drafts = open(signedIn('dan'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await write(drafts, other, first);
    await drafts.settle('metadata', '1r', first);
    expect(await draftOf(drafts)).toBeNull();
    for (const byScript of [true, false]) expect(await write(drafts, mine, second, byScript)).not.toBeNull();
    expect(await write(drafts, mine, await openWindow(drafts, 'w3'))).toBeNull();
  });

  it('do not restore saved entries if a request of script arrives after the save', async () => {
    const drafts = open(signedIn('eve'));
    const window = await openWindow(drafts, 'w1');
    await write(drafts, mine, window);
    await drafts.settle('metadata', '1r', window);
    expect(await write(drafts, mine, window, true)).not.toBeNull();
    // After going back in the browser, a press of the user counts, and other windows still know of the save.
    expect(await write(drafts, mine, window)).toBeNull();
    await drafts.stash('metadata', '1r', mine, window, 'discarded');
    expect(await write(drafts, other, unknown)).not.toBeNull();
  });

  it('stash a draft that another window wrote while the first was saving', async () => {
    const drafts = open(signedIn('fay'));
    const first = await openWindow(drafts, 'w1');
    await write(drafts, other, first);
    const second = await openWindow(drafts, 'w2');
    await write(drafts, mine, second);
    await drafts.settle('metadata', '1r', first);
    const { draft, stashed } = await drafts.look('metadata', '1r');
    expect([draft, stashed.map((version) => version.entries)]).toEqual([null, [mine]]);
    expect(await write(drafts, mine, second)).not.toBeNull();
  });

  it('may continue after a draft was discarded, unless the form was saved before', async () => {
    const drafts = open(signedIn('gus'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await write(drafts, other, first);
    await drafts.stash('metadata', '1r', other, first, 'discarded');
    expect(await write(drafts, mine, second)).toBeNull();
    await drafts.settle('metadata', '1r', second);
    const third = await openWindow(drafts, 'w3');
    await write(drafts, other, third);
    await drafts.stash('metadata', '1r', other, third, 'discarded');
    expect(await write(drafts, mine, first)).not.toBeNull();
    expect(await write(drafts, mine, await openWindow(drafts, 'w4'))).toBeNull();
  });

  it('get versions that are never reused after everything was deleted', async () => {
    const drafts = open(signedIn('hal'));
    await write(drafts, other, newestWindow);
    const window = await openWindow(drafts, 'w1');
    await drafts.remove('metadata', '1r');
    await write(open(signedIn('hal'), later(1)), other, newestWindow);
    expect(await write(drafts, mine, window)).not.toBeNull();
  });
});

eachDatabase('stashed versions', (database) => {
  beforeAll(() => addSessions(database()));
  const db = () => drizzle(database().pool);
  let time = start.getTime();
  const open = (session: FoundSession) => createDraftStore(db(), session, () => new Date((time += 1000)));
  const stash = (drafts: DraftStore, text: string, windowId: string, object = '1r/t') =>
    drafts.stash('mapping', object, [['a', text]], { ...unknown, windowId }, 'conflict');
  const textsOf = async (drafts: DraftStore) =>
    (await drafts.look('mapping', '1r/t')).stashed.map((version) => version.entries[0]?.[1]);

  it('are one per window, newest first, until they are removed', async () => {
    const drafts = open(signedIn('ada'));
    await stash(drafts, '1', 'w1');
    await stash(drafts, '2', 'w2');
    await stash(drafts, '3', 'w1');
    expect(await textsOf(drafts)).toEqual(['3', '2']);
    expect(await textsOf(open(signedIn('bea')))).toEqual([]);
    await drafts.remove('mapping', '1r/t', 'w2');
    await drafts.remove('mapping', '1r/t', 'no window');
    expect(await textsOf(drafts)).toEqual(['3']);
  });

  it('are limited to ten including the draft, which stays', async () => {
    const drafts = open(signedIn('dan'));
    await drafts.write('mapping', '1r/t', mine, newestWindow);
    for (let index = 0; index < 12; index += 1) await stash(drafts, String(index), `w${index}`);
    expect(await textsOf(drafts)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(await draftOf(drafts, 'mapping', '1r/t')).toEqual(mine);
  });

  it('include the drafts of a submitted upload, and older windows are too late', async () => {
    const drafts = open(signedIn('eve'));
    const window = await openWindow(drafts, 'w1');
    await drafts.write('metadata', '1r', mine, window);
    await drafts.closeUpload('11r');
    expect(await draftOf(drafts)).toEqual(mine);
    await drafts.closeUpload('1r');
    const { draft, stashed } = await drafts.look('metadata', '1r');
    expect([draft, stashed]).toMatchObject([null, [{ entries: mine, reason: 'submitted' }]]);
    expect(await drafts.write('metadata', '1r', other, { ...window, windowId: 'w2' })).not.toBeNull();
  });

  it('include those of co-authors of a submitted upload, but no vote of the board', async () => {
    const [owner, coAuthor, expert] = [open(signedIn('kim')), open(signedIn('lea')), open(signedIn('max'))];
    await coAuthor.write('metadata', '1r', mine, newestWindow);
    await expert.write('vote', '1r/1', mine, newestWindow);
    await owner.closeUpload('1r');
    expect(await draftOf(coAuthor, 'metadata', '1r')).toBeNull();
    expect((await expert.look('vote', '1r/1')).draft).toMatchObject({ entries: mine });
  });

  it('are removed with a deleted upload, but not with others', async () => {
    const drafts = open(signedIn('ivy'));
    for (const id of ['1r', '11r']) {
      await drafts.write('metadata', id, mine, newestWindow);
      await stash(drafts, 'typed', 'w1', `${id}/t`);
    }
    await drafts.removeUpload('1r');
    expect([await draftOf(drafts), await textsOf(drafts)]).toEqual([null, []]);
    expect(await draftOf(drafts, 'metadata', '11r')).toEqual(mine);
    expect((await drafts.look('mapping', '11r/t')).stashed).toHaveLength(1);
  });

  it('include a form of an ended session that is older than the draft', async () => {
    const drafts = open(signedIn('fay'));
    const old = await openWindow(drafts, 'w1');
    await drafts.write('metadata', '1r', other, newestWindow);
    const late = open(ended('fay'));
    expect(await late.write('metadata', '1r', mine, old)).not.toBeNull();
    await late.stash('metadata', '1r', mine, old, 'conflict');
    const { draft, stashed } = await drafts.look('metadata', '1r');
    expect([draft, stashed]).toMatchObject([{ entries: other }, [{ entries: mine }]]);
  });
});
