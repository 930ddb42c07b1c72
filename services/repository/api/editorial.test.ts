import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { EditorialRowSchema, EditorialUploadSchema, type Vote } from '@domain/api/editorial';
import { expertRole } from '@domain/roles';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { castVote, openVote, panelsOf, viewPanels } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findDoi } from '../store/dois';
import { files } from '../store/schema';
import type { Actor } from '../context/context';

let api: TestApi;
let clock = new Date('2025-03-01T13:05:09Z');
/** Uploads for which the job 'publish-upload' was called. */
const published: number[] = [];

beforeAll(async () => {
  api = await createTestApi({ now: () => clock });
  const { repository } = api;
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  repository.jobs.handle('publish-upload', ({ upload }) => Promise.resolve(void published.push(upload)));
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor, other, expert1, expert2, expert3 } = actors;

const open = (actor: Actor | null, id: string) => openVote(api, actor, id);
const vote = (actor: Actor | null, id: string, changed: Partial<Vote> = {}, language = 'en') =>
  castVote(api, actor, id, changed, language);
const view = (actor: Actor, id: string) => viewPanels(api, actor, id);
const rowOf = async (id: string) => {
  const rows = z.array(EditorialRowSchema).parse(await (await ask(api, expert1, '/api/editorial')).json());
  return rows.find((row) => row.id === id);
};

describe('the list', () => {
  test('it contains the submissions, newest first, with the content of its columns', async () => {
    const early = await addUploadAt(api, 'submitted');
    clock = new Date('2025-03-02T23:30:00Z');
    const late = await addUploadAt(api, 'submitted', { kind: 'agg' });
    const hidden = await addUploadAt(api, 'described');
    const response = await ask(api, expert1, '/api/editorial');
    const rows = z.array(EditorialRowSchema).parse(await response.json());
    const ids = rows.map(({ id }) => id);
    expect(ids.indexOf(late.id)).toBeLessThan(ids.indexOf(early.id));
    expect(ids).not.toContain(hidden.id);
    expect(rows.find(({ id }) => id === late.id)).toEqual({
      id: late.id,
      nr: null,
      status: 'Submitted',
      // Half past midnight in Berlin.
      date: '2025-03-03',
      datei: `adults-${late.number}.csv`,
      title: late.title,
      titleLanguage: 'en',
      translatedTitle: '',
      doi: null,
      n: 300,
      typ: 'AGG',
      hasMapping: true,
      hasErrors: false,
      hasMeta: true,
      rights: ['CC-BY 4.0'],
      email: 'contributor@example.org',
      e1: 'C',
      e2: 'C',
      standing: 'board',
      withdrawal: null,
    });
  });

  test('ratings are shown only if the two differ', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { nr: 1, rating: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 'Submitted', e1: 'C', e2: 'C' });
    await vote(expert2, id, { nr: 2, rating: 2 });
    expect(await rowOf(id)).toMatchObject({ status: 'Pending', e1: 1, e2: 2 });
    await vote(expert2, id, { nr: 2, rating: 1, version: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 'Accepted', e1: 'C', e2: 'C' });
  });
});

describe('a vote', () => {
  test('it starts when the expert first opened the upload and ends when it is saved, in local time', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    clock = new Date('2025-07-01T11:05:09Z');
    expect((await view(expert1, id)).one).toMatchObject({
      start: '2025-07-01 01:05:09 PM',
      end: null,
      version: 0,
      editable: true,
    });
    clock = new Date('2025-07-01T22:30:00Z');
    await open(expert1, id);
    const [saved] = await panelsOf(await vote(expert1, id, { note: 'Sound.' }));
    expect(saved).toEqual({
      id,
      nr: 1,
      email: expert1.email,
      rating: 1,
      note: 'Sound.',
      start: '2025-07-01 01:05:09 PM',
      end: '2025-07-02 12:30:00 AM',
      version: 1,
      mine: true,
      editable: true,
      hidden: false,
      state: 'voted',
      dueAt: null,
      isOverdue: false,
      isImpartial: null,
      criteria: {},
    });
  });

  test('other votes are hidden until the expert has voted', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { rating: 2, note: 'Too few persons.' });
    const response = await open(expert2, id);
    const text = await response.clone().text();
    expect(text).not.toContain('Too few persons.');
    const [one, two] = await panelsOf(response);
    expect(one).toMatchObject({
      email: expert1.email,
      rating: null,
      note: null,
      hidden: true,
      mine: false,
      editable: false,
    });
    expect(two).toMatchObject({ email: null, editable: true, hidden: false });

    const [seen] = await panelsOf(await vote(expert2, id, { nr: 2, rating: 1 }));
    expect(seen).toMatchObject({ rating: 2, note: 'Too few persons.', hidden: false });
    expect((await view(expert1, id)).two).toMatchObject({ rating: 1, hidden: false, editable: false });
  });

  test('a third expert sees neither votes nor a free panel before the decision', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { rating: 1, note: 'first note' });
    await vote(expert2, id, { nr: 2, rating: 2, note: 'second note' });
    const { one, two } = await view(expert3, id);
    expect([one.hidden, two.hidden, one.editable, two.editable]).toEqual([true, true, false, false]);
    await vote(expert2, id, { nr: 2, rating: 1, version: 1 });
    const decided = await view(expert3, id);
    expect([decided.one.note, decided.two.rating, decided.two.editable]).toEqual(['first note', 1, false]);
  });

  test('it can be changed until the decision, each time based on its latest version', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { rating: 1, note: 'one' });
    const changed = await vote(expert1, id, { rating: 2, note: 'two', version: 1 });
    expect((await panelsOf(changed))[0]).toMatchObject({ rating: 2, note: 'two', version: 2 });

    const stale = await vote(expert1, id, { rating: 1, note: 'three', version: 1 });
    expect(stale.status).toBe(409);
    const problem = z.looseObject({}).parse(await stale.json());
    expect(problem).toMatchObject({ code: 'update-conflict', title: 'Update conflict. Please try again.' });
    expect(EditorialUploadSchema.parse(problem).votes[0]).toMatchObject({ note: 'two', version: 2, mine: true });
  });

  test('a panel that another expert has taken in the meantime is a conflict, in both languages', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { note: 'secret' });
    const english = await vote(expert2, id);
    const text = await english.clone().text();
    expect(text).not.toContain('secret');
    expect([english.status, await english.json()]).toMatchObject([
      409,
      {
        code: 'update-conflict',
        upload: { id },
        votes: [
          { nr: 1, hidden: true },
          { nr: 2, editable: true },
        ],
      },
    ]);
    expect(await (await vote(expert2, id, {}, 'de')).json()).toMatchObject({
      title: 'Zugriffskonflikt. Bitte wiederholen.',
    });
    expect((await vote(expert2, id, { nr: 2 })).status).toBe(200);
  });

  test('one expert holds at most one panel', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    await vote(expert1, id);
    const second = await vote(expert1, id, { nr: 2 });
    expect([second.status, await second.json()]).toMatchObject([403, { code: 'voting-locked' }]);
    expect((await view(expert1, id)).two.editable).toBe(false);
    expect((await storedUpload(api, number)).upload.status).toBe('Submitted');
  });

  test('if both panels are taken voting is locked, in both languages', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { rating: 1 });
    await vote(expert2, id, { nr: 2, rating: 2 });
    for (const nr of [1, 2] as const) {
      const refused = await vote(expert3, id, { nr });
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { code: 'voting-locked', title: 'Voting Locked.' },
      ]);
    }
    expect(await (await vote(expert3, id, {}, 'de')).json()).toMatchObject({ title: 'Bearbeitung gesperrt.' });
  });

  test('experts cannot vote on their own uploads', async () => {
    const author = { ...contributor, subject: 'author', email: 'author@example.org', roles: [expertRole] };
    const { id } = await addUploadAt(api, 'submitted', { owner: author });
    expect(await (await open(author, id)).json()).toMatchObject({ code: 'vote-own-upload', votes: [] });
    const refused = await vote(author, id);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'vote-own-upload', title: 'You cannot vote on your own upload.' },
    ]);
  });

  test('an e-mail address other than the expert’s own is refused', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const email of [expert2.email, 'nobody@example.org', contributor.email]) {
      const refused = await vote(expert1, id, { email });
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: 'vote-invalid', title: 'Choose your e-mail address and a rating.' },
      ]);
    }
    expect((await vote(expert1, id, { email: ` ${expert1.email.toUpperCase()} ` })).status).toBe(200);
    // The form offers the e-mail address of the other panel's expert, but the panel still belongs to that expert.
    expect((await vote(expert2, id, { email: expert1.email })).status).toBe(409);
  });

  test.each([
    ['no rating', { rating: undefined }],
    ['a rating of 3', { rating: 3 }],
    ['no panel', { nr: undefined }],
    ['panel 3', { nr: 3 }],
    ['an endless note', { note: 'x'.repeat(2001) }],
  ])('%s is a bad request', async (_, changed) => {
    const { id } = await addUploadAt(api, 'submitted');
    expect((await vote(expert1, id, changed as Partial<Vote>)).status).toBe(400);
  });
});

describe('the decision', () => {
  test('two accepts: number, findable DOI, publication and mail', async () => {
    const { id, number, title } = await addUploadAt(api, 'submitted');
    await vote(expert1, id);
    clock = new Date('2025-08-01T10:00:00Z');
    const answer = EditorialUploadSchema.parse(await (await vote(expert2, id, { nr: 2 })).json());
    const { upload } = await storedUpload(api, number);
    expect(upload).toMatchObject({ status: 'Accepted', decidedAt: clock, nr: answer.upload.nr });
    expect(answer.upload).toMatchObject({ status: 'Accepted', nr: expect.any(Number) });
    await api.settle();
    expect(published).toContain(number);
    expect(await findDoi(api.repository.db, number)).toMatchObject({
      state: 'findable',
      attributes: { url: `https://motothek.example/data-set/${upload.nr}`, publicationYear: '2025' },
    });
    const told = api.mails.filter(({ text, subject }) => text.includes(title) && subject.includes('accepted'));
    expect(told.map(({ to }) => to).sort()).toEqual([contributor, expert1, expert2].map(({ email }) => email));
    const mail = told.find(({ to }) => to === contributor.email);
    expect(mail?.text).toContain(`/data-set/${upload.nr}`);

    const late = await vote(expert1, id, { rating: 2, version: 1 });
    expect([late.status, await late.json()]).toMatchObject([403, { code: 'voting-locked' }]);
    expect((await open(expert1, id)).status).toBe(200);
  });

  test('two rejects: file and title can be used again, the DOI draft is deleted, the row does not open', async () => {
    const { id, number, title } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { rating: 2, note: 'No consent.' });
    await vote(expert2, id, { nr: 2, rating: 2 });
    const { upload, study } = await storedUpload(api, number);
    expect([upload.status, upload.nr, study.titleCounts]).toEqual(['Rejected', null, false]);
    const [file] = await api.repository.db.select().from(files).where(eq(files.upload, number));
    expect(file?.counts).toBe(false);
    await api.settle();
    expect(await findDoi(api.repository.db, number)).toBeNull();
    expect(published).not.toContain(number);
    const told = api.mails.filter(({ text, subject }) => text.includes(title) && subject.includes('rejected'));
    expect(told.map(({ to }) => to).sort()).toEqual([contributor, expert1, expert2].map(({ email }) => email));

    const next = await addUploadAt(api, 'checked', { owner: other });
    const saved = await ask(api, other, '/api/metadata', {
      method: 'POST',
      body: { id: [next.id], metadata: completeMetadata(title) },
    });
    expect(saved.status).toBe(200);

    const locked = await open(expert1, id);
    expect([locked.status, await locked.json()]).toMatchObject([
      403,
      { code: 'voting-locked', title: 'Voting Locked.', votes: [{ note: 'No consent.' }, {}] },
    ]);
  });

  test('a title stays in use while another upload of the study counts', async () => {
    const raw = await addUploadAt(api, 'described');
    const agg = await addUploadAt(api, 'checked', { kind: 'agg' });
    const body = { id: [raw.id, agg.id], metadata: completeMetadata(raw.title) };
    await ask(api, contributor, '/api/metadata', { method: 'POST', body });
    await ask(api, contributor, `/api/submit/${raw.id}`, { method: 'POST' });
    await vote(expert1, raw.id, { rating: 2 });
    await vote(expert2, raw.id, { nr: 2, rating: 2 });
    const { upload, study } = await storedUpload(api, raw.number);
    expect([upload.status, study.titleCounts]).toEqual(['Rejected', true]);
  });

  test('two votes that differ leave it pending, and both experts are notified', async () => {
    const { id, title } = await addUploadAt(api, 'submitted');
    await vote(expert1, id, { rating: 1 });
    await vote(expert2, id, { nr: 2, rating: 2 });
    await api.settle();
    const told = api.mails.filter(({ text, subject }) => text.includes(title) && subject.includes('disagree'));
    expect(told.map(({ to }) => to).sort()).toEqual([expert1.email, expert2.email]);
    expect(told[0]?.text).toMatch(
      /Contributor: Clara Contributor, contributor@example\.org\nSize: n = 300; rows: 300\nVote expected by: \d+ \w+ \d{4}/,
    );
    expect((await vote(expert1, id, { rating: 2, version: 1 })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'Rejected' });
  });
});

describe('access', () => {
  test('visitors get 401, users without the role 403', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const call of [
      (actor: Actor | null) => ask(api, actor, '/api/editorial'),
      (actor: Actor | null) => open(actor, id),
      (actor: Actor | null) => vote(actor, id),
    ]) {
      expect([(await call(null)).status, (await call(contributor)).status, (await call(other)).status]).toEqual([
        401, 403, 403,
      ]);
    }
  });

  test('uploads that are not submitted or do not exist are not found', async () => {
    const { id } = await addUploadAt(api, 'described');
    for (const wrong of [id, '999999r', 'nonsense']) {
      expect([(await open(expert1, wrong)).status, (await vote(expert1, wrong)).status]).toEqual([404, 404]);
    }
  });
});
