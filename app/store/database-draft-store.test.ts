import { expect, it } from 'vitest';

import { eachDatabase } from '../../tests/support/test-database';
import { createDraftStore, DraftTooLarge, maxDraftBytes, sweepDrafts } from './database-draft-store';
import type { FormEntries } from '../auth/draft-store';
import type { FoundSession } from '../auth/sessions';
import { openWebDatabase } from './database';

const now = new Date('2025-03-01T08:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

const signedIn = (subject: string): FoundSession => ({
  state: 'active',
  until: now,
  tokens: {
    user: { subject, name: subject, email: `${subject}@example.org`, isExpert: false },
    sid: '',
    idToken: '',
    accessToken: '',
    refreshToken: null,
    accessTokenExpiresAt: now,
  },
});
const ended = (subject: string): FoundSession => ({ state: 'ended', subject });
const entries: FormEntries = [
  ['title', 'Größe & "Kraft"\r\n\0'],
  ['author', 'Ada'],
  ['author', 'Bea'],
  ['note', '\ud800 half a character'],
];

eachDatabase('the drafts', (database) => {
  const open = (session: FoundSession | null, time = now) =>
    createDraftStore(openWebDatabase(database().pool), session, () => time);

  it('come back exactly as the form posted them, and count their versions', async () => {
    const drafts = open(signedIn('ada'));
    expect(await drafts.find('metadata', '12r')).toBeNull();
    const first = await drafts.save('metadata', '12r', [['title', 'first']]);
    const saved = await drafts.save('metadata', '12r', entries);
    const version = first.version + 1;
    expect(saved).toEqual({ entries, version, savedAt: now.toISOString(), rescued: false, savedTag: '' });
    expect(await drafts.find('metadata', '12r')).toEqual(saved);
  });

  it('belong to one user, one form and one object', async () => {
    await open(signedIn('bea')).save('metadata', '1r', entries);
    expect(await open(signedIn('bea')).find('metadata', '2r')).toBeNull();
    expect(await open(signedIn('bea')).find('mapping', '1r')).toBeNull();
    expect(await open(signedIn('cyd')).find('metadata', '1r')).toBeNull();
    expect(await open(null).find('metadata', '1r')).toBeNull();
    expect(await open(ended('bea')).find('metadata', '1r')).toBeNull();
  });

  it('are gone once removed', async () => {
    const drafts = open(signedIn('dan'));
    await drafts.save('vote', '12r/1', entries);
    await drafts.remove('vote', '12r/1');
    expect(await drafts.find('vote', '12r/1')).toBeNull();
  });

  it('rescue a form for the user of an ended session, who finds it after signing in again', async () => {
    expect(await open(ended('eve')).rescue('metadata', '3a', entries)).not.toBeNull();
    expect(await open(signedIn('eve')).find('metadata', '3a')).toMatchObject({ entries, rescued: true });
    expect((await open(signedIn('eve')).save('metadata', '3a', entries)).rescued).toBe(false);
  });

  it('rescue nothing when nobody is known', async () => {
    expect(await open(null).rescue('metadata', '3a', entries)).toBeNull();
    await expect(open(null).save('metadata', '3a', entries)).rejects.toThrow('signed-in');
  });

  it('are refused beyond their largest size, without harm to the one before', async () => {
    const drafts = open(signedIn('fay'));
    await drafts.save('comments', '4r', entries);
    const large: FormEntries = [['note', 'x'.repeat(maxDraftBytes)]];
    await expect(drafts.save('comments', '4r', large)).rejects.toBeInstanceOf(DraftTooLarge);
    expect(await open(ended('fay')).rescue('comments', '4r', large)).toBeNull();
    expect((await drafts.find('comments', '4r'))?.entries).toEqual(entries);
  });

  it('take an object of any spelling', async () => {
    const drafts = open(signedIn('gus'));
    await drafts.save('mapping', '5r/Tabelle Ü\0%', entries);
    expect((await drafts.find('mapping', '5r/Tabelle Ü\0%'))?.entries).toEqual(entries);
  });

  it('number at most a hundred for one user: the oldest go', async () => {
    for (let index = 0; index <= 100; index += 1) {
      await open(signedIn('hal'), later(index / 1000)).save('mapping', `${index}r`, [['a', 'b']]);
    }
    expect(await open(signedIn('hal')).find('mapping', '0r')).toBeNull();
    expect(await open(signedIn('hal')).find('mapping', '1r')).not.toBeNull();
    expect(await open(signedIn('hal')).find('mapping', '100r')).not.toBeNull();
  });

  it('are deleted when nobody came back to them for ninety days', async () => {
    const db = openWebDatabase(database().pool);
    await open(signedIn('ian')).save('download', 'a', entries);
    await sweepDrafts(db, later(89));
    expect(await open(signedIn('ian')).find('download', 'a')).not.toBeNull();
    await sweepDrafts(db, later(91));
    expect(await open(signedIn('ian')).find('download', 'a')).toBeNull();
  });
});
