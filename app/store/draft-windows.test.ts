import { expect, it } from 'vitest';

import { eachDatabase } from '../../tests/support/test-database';
import { createDraftStore, sweepDrafts } from './database-draft-store';
import type { DraftStore, FormEntries, OpenedForm } from '../auth/draft-store';
import type { FoundSession } from '../auth/sessions';
import { openWebDatabase } from './database';

const start = new Date('2025-03-01T08:00:00Z');
const mine: FormEntries = [['title', 'Mine']];
const other: FormEntries = [['title', 'The other one']];

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

/** A window that opens the metadata of an upload as it is now. */
async function openWindow(drafts: DraftStore, writer: string): Promise<OpenedForm> {
  const { version } = await drafts.look('metadata', '1r');
  return { version, account: '', writer, openedAt: start.toISOString(), savedTag: 'tag', base: '' };
}

eachDatabase('two windows with one form', (database) => {
  const open = (session: FoundSession) => createDraftStore(openWebDatabase(database().pool), session, () => start);
  const write = (drafts: DraftStore, entries: FormEntries, opened: OpenedForm, byItself = false) =>
    drafts.write('metadata', '1r', entries, opened, byItself);
  const shown = async (drafts: DraftStore) => (await drafts.find('metadata', '1r'))?.entries ?? null;

  it('do not write over each other: the second one learns what the first has left', async () => {
    const drafts = open(signedIn('ada'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    expect((await write(drafts, other, first)).draft?.entries).toEqual(other);
    const refused = await write(drafts, mine, second);
    expect(refused.draft).toBeNull();
    expect(refused.newer).toMatchObject({ state: 'draft', writer: 'w1', changedAt: start.toISOString() });
    expect(await shown(drafts)).toEqual(other);
  });

  it('save at once with the same version: exactly one wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const drafts = open(signedIn(`bea${round}`));
      if (round % 2 === 1) await drafts.save('metadata', '1r', [['title', 'before']]);
      const windows = await Promise.all(['w1', 'w2', 'w3'].map((name) => openWindow(drafts, name)));
      const written = await Promise.all(windows.map((window) => write(drafts, [['title', window.writer]], window)));
      const winners = written.filter(({ draft }) => draft !== null);
      expect(winners).toHaveLength(1);
      expect(await shown(drafts)).toEqual(winners[0]?.draft?.entries);
    }
  });

  it('are not in the way of themselves, nor of one with the same content', async () => {
    const drafts = open(signedIn('cyd'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await write(drafts, other, first);
    // The answer with the new version got lost on its way.
    expect((await write(drafts, mine, first, true)).draft?.entries).toEqual(mine);
    expect((await write(drafts, mine, second)).newer).toBeNull();
  });

  it('know that the form was saved in between, by hand or by script', async () => {
    const drafts = open(signedIn('dan'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await write(drafts, other, first);
    await drafts.settle('metadata', '1r', first);
    expect(await shown(drafts)).toBeNull();
    for (const byItself of [true, false]) {
      expect((await write(drafts, mine, second, byItself)).newer).toMatchObject({ state: 'saved' });
    }
    const third = await openWindow(drafts, 'w3');
    expect((await write(drafts, mine, third)).draft).not.toBeNull();
  });

  it('bring nothing back that was saved: what script sent before arrives too late', async () => {
    const drafts = open(signedIn('eve'));
    const window = await openWindow(drafts, 'w1');
    await write(drafts, mine, window);
    await drafts.settle('metadata', '1r', window);
    expect((await write(drafts, mine, window, true)).draft).toBeNull();
    // By hand, after going back in the browser, it is an order.
    expect((await write(drafts, mine, window)).draft?.entries).toEqual(mine);
  });

  it('leave a draft alone that another one wrote while the first was saving', async () => {
    const drafts = open(signedIn('fay'));
    const first = await openWindow(drafts, 'w1');
    await write(drafts, other, first);
    const second = await openWindow(drafts, 'w2');
    await write(drafts, mine, second);
    await drafts.settle('metadata', '1r', first);
    await drafts.drop('metadata', '1r', first);
    expect(await shown(drafts)).toEqual(mine);
  });

  it('may go on after a draft was discarded in another one: nothing is written over', async () => {
    const drafts = open(signedIn('gus'));
    await drafts.save('metadata', '1r', other);
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await drafts.drop('metadata', '1r', first);
    expect((await write(drafts, mine, second)).draft?.entries).toEqual(mine);
  });

  it('may not go on where the form was saved before that draft', async () => {
    const drafts = open(signedIn('ian'));
    const [first, second] = [await openWindow(drafts, 'w1'), await openWindow(drafts, 'w2')];
    await write(drafts, other, first);
    await drafts.settle('metadata', '1r', first);
    const third = await openWindow(drafts, 'w3');
    await write(drafts, other, third);
    await drafts.drop('metadata', '1r', third);
    expect((await write(drafts, mine, second)).newer).toMatchObject({ state: 'discarded' });
    expect((await write(drafts, mine, await openWindow(drafts, 'w4'))).draft?.entries).toEqual(mine);
  });

  it('number versions so that none is met again after all was forgotten', async () => {
    const drafts = open(signedIn('hal'));
    const before = await drafts.save('metadata', '1r', other);
    const window = await openWindow(drafts, 'w1');
    await drafts.remove('metadata', '1r');
    const late = createDraftStore(
      openWebDatabase(database().pool),
      signedIn('hal'),
      () => new Date(start.getTime() + 1),
    );
    await late.save('metadata', '1r', other);
    expect(before.version).toBe(window.version);
    expect((await write(drafts, mine, window)).newer).not.toBeNull();
  });
});

eachDatabase('versions set aside', (database) => {
  const db = () => openWebDatabase(database().pool);
  let time = start.getTime();
  const open = (session: FoundSession) => createDraftStore(db(), session, () => new Date((time += 1000)));
  const version = (entries: FormEntries, writer: string) => ({
    entries,
    writer,
    savedTag: 'tag',
    reason: 'conflict' as const,
  });

  it('stay beside the draft, one for each window, the newest first, until they are discarded', async () => {
    const drafts = open(signedIn('ada'));
    await drafts.setAside('mapping', '1r/t', version([['a', '1']], 'w1'));
    await drafts.setAside('mapping', '1r/t', version([['a', '2']], 'w2'));
    await drafts.setAside('mapping', '1r/t', version([['a', '3']], 'w1'));
    const { aside } = await drafts.look('mapping', '1r/t');
    expect(aside.map(({ entries }) => entries[0]?.[1])).toEqual(['3', '2']);
    expect((await open(signedIn('bea')).look('mapping', '1r/t')).aside).toEqual([]);
    await drafts.removeAside('mapping', '1r/t', { id: aside[1]?.id ?? '' });
    await drafts.removeAside('mapping', '1r/t', { id: 'no uuid' });
    expect((await drafts.look('mapping', '1r/t')).aside).toHaveLength(1);
    await drafts.removeAside('mapping', '1r/t', { writer: 'w1' });
    expect((await drafts.look('mapping', '1r/t')).aside).toEqual([]);
  });

  it('of the same content are kept once', async () => {
    const drafts = open(signedIn('cyd'));
    await drafts.setAside('mapping', '1r/t', version(mine, 'w1'));
    await drafts.setAside('mapping', '1r/t', version(mine, 'w2'));
    expect((await drafts.look('mapping', '1r/t')).aside).toHaveLength(1);
  });

  it('number at most ten for one form', async () => {
    const drafts = open(signedIn('dan'));
    for (let index = 0; index < 12; index += 1) {
      await drafts.setAside('mapping', '1r/t', version([['a', String(index)]], `w${index}`));
    }
    const { aside } = await drafts.look('mapping', '1r/t');
    expect(aside).toHaveLength(10);
    expect(aside[0]?.entries).toEqual([['a', '11']]);
  });

  it('take the drafts of an upload that is closed, and an older window is known for such', async () => {
    const drafts = open(signedIn('eve'));
    const window = await openWindow(drafts, 'w1');
    await drafts.write('metadata', '1r', mine, window);
    await drafts.setAside('mapping', '1r/t', version(other, 'w2'));
    await drafts.closeUpload('11r');
    await drafts.closeUpload('1r');
    const { draft, state, aside } = await drafts.look('metadata', '1r');
    expect([draft, state]).toEqual([null, 'saved']);
    expect(aside).toMatchObject([{ entries: mine, reason: 'submitted' }]);
    expect((await drafts.write('metadata', '1r', other, window)).newer).not.toBeNull();
  });

  it('go with an upload that is deleted, and with no other', async () => {
    const drafts = open(signedIn('ivy'));
    for (const id of ['1r', '11r']) {
      await drafts.save('mapping', `${id}/t`, mine);
      await drafts.save('metadata', id, mine);
      await drafts.setAside('metadata', id, version(other, 'w1'));
    }
    await drafts.removeUpload('1r');
    const left = await Promise.all(['1r', '11r'].map((id) => drafts.look('metadata', id)));
    expect(left.map(({ draft, aside }) => [draft !== null, aside.length])).toEqual([
      [false, 0],
      [true, 1],
    ]);
    expect(await drafts.find('mapping', '1r/t')).toBeNull();
    expect(await drafts.find('mapping', '11r/t')).not.toBeNull();
  });

  it('take a form of an ended session that is older than the draft', async () => {
    const drafts = open(signedIn('fay'));
    const old = await openWindow(drafts, 'w1');
    await drafts.save('metadata', '1r', other);
    const ended = open({ state: 'ended', subject: 'fay' });
    expect(await ended.rescue('metadata', '1r', mine, old)).toEqual({ version: old.version });
    const { draft, aside } = await drafts.look('metadata', '1r');
    expect(draft?.entries).toEqual(other);
    expect(aside).toMatchObject([{ entries: mine }]);
  });

  it('are deleted after ninety days, like drafts', async () => {
    const drafts = open(signedIn('gus'));
    await drafts.setAside('mapping', '1r/t', version(mine, 'w1'));
    await sweepDrafts(db(), new Date(time + 91 * 86_400_000));
    expect((await drafts.look('mapping', '1r/t')).aside).toEqual([]);
  });
});
