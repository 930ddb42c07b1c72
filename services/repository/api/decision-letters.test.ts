import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { DecisionLetterSchema } from '@domain/board/letters';
import { HistoryEntrySchema } from '@domain/board/history';
import { UploadReviewSchema } from '@domain/api/reviews';
import { chairRole } from '@domain/roles';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, type ReadyUpload, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, bearer, chair, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import { throwError } from '../../../tests/support/throw-error';
import type { Actor } from '../context/context';
import { composeLetter } from '../editorial/decision-letter';
import { recordPerson } from '../store/people';
import { sendDueLetters } from '../upkeep/due-work';

let api: TestApi;
let clock = Date.parse('2026-03-01T10:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const { expert1, expert2, other } = actors;
const secondChair = person('second-chair', 'second-chair', [chairRole]);
/** A member of the chair who contributes. */
const owner = person('owning-chair', 'owning-chair', [chairRole]);
const named = person('named-chair', 'named-chair', [chairRole]);

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock) });
  const { jobs, mail, db, now } = api.repository;
  for (const name of ['register-doi', 'publish-upload', 'assign-experts'] as const) {
    jobs.handle(name, () => Promise.resolve());
  }
  jobs.handle('send-mail', (data) => mail.send(data));
  for (const one of [expert1, expert2, chair, secondChair, owner, named]) await recordPerson(db, one, now());
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));
beforeEach(() => void (api.repository.settings.board.letterByChair = false));

async function submitted(language: 'en' | 'de' = 'en'): Promise<ReadyUpload> {
  const metadata = completeMetadata(`Letters ${(clock += 1000)}`).map((entry) =>
    entry.id === 3.1 ? { ...entry, values: [named.email] } : entry,
  );
  const upload = await addUploadAt(api, 'submitted', { owner, metadata });
  await recordPerson(api.repository.db, { ...owner, language }, new Date(clock));
  return upload;
}
async function decide({ id }: ReadyUpload, ratings: [1 | 2, 1 | 2], notes: [string, string]): Promise<void> {
  for (const [index, expert] of [expert1, expert2].entries()) {
    const vote = { nr: index === 0 ? (1 as const) : (2 as const), rating: ratings[index], note: notes[index] };
    expect((await castVote(api, expert, id, vote)).status).toBe(200);
  }
}
/** Mails to the contributor since a moment, after all jobs. */
async function mailsSince(before: number, to = owner.email) {
  await api.settle();
  return api.mails
    .slice(before)
    .filter((mail) => mail.to === to && /accepted|rejected|angenommen|abgelehnt/.test(mail.subject));
}
const path = ({ id }: ReadyUpload, rest = '') => `/api/editorial/${id}/letter${rest}`;
async function read(upload: ReadyUpload, actor: Actor = chair) {
  const response = await ask(api, actor, path(upload));
  return { tag: response.headers.get('ETag') ?? '', ...DecisionLetterSchema.parse(await response.json()) };
}
async function change(
  upload: ReadyUpload,
  { tag, text, actor = chair }: { tag?: string; text?: string; actor?: Actor },
): Promise<Response> {
  return api.api.request(path(upload, text === undefined ? '/sending' : ''), {
    method: text === undefined ? 'POST' : 'PUT',
    headers: { ...(await bearer(actor)), ...(tag ? { 'If-Match': tag } : {}) },
    ...(text === undefined ? {} : { body: JSON.stringify({ text }) }),
  });
}
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];
const review = async ({ id }: ReadyUpload) =>
  UploadReviewSchema.parse(await (await ask(api, owner, `/api/fileupload/${id}/review`)).json());
const historyOf = async ({ id }: ReadyUpload, actor: Actor = chair, board = true) => {
  const address = board ? `/api/editorial/${id}/history` : `/api/fileupload/${id}/history`;
  return HistoryEntrySchema.array().parse(await (await ask(api, actor, address)).json());
};

describe('the text of a letter', () => {
  const content = { status: 'Rejected', fileName: 'grip.csv', title: 'Grip', chairReason: null } as const;

  test('has the notes in an order unlike that of the panels, in either language', () => {
    const notes = ['Units are missing.', 'Ages are missing.'];
    for (const written of [notes, notes.toReversed()]) {
      const text = composeLetter('en', { ...content, notes: written });
      expect(text).toContain('rejected your data set grip.csv (Grip)');
      expect(text.indexOf('Ages')).toBeLessThan(text.indexOf('Units'));
    }
    expect(composeLetter('de', { ...content, notes })).toMatch(/abgelehnt\.[^]*Notiz 1:\nAges/);
  });

  test('says that there are no notes, and has the reason of the chair', () => {
    expect(composeLetter('en', { ...content, notes: ['', ' '] })).toContain('have left no notes');
    const decided = composeLetter('de', { ...content, notes: [], chairReason: 'Die Einheiten stimmen.' });
    expect(decided).toMatch(/Leitung[^]*Die Einheiten stimmen\./);
  });

  test('keeps what was typed on the lines of their authors', () => {
    const text = composeLetter('en', { ...content, title: 'A\nForged line', notes: ['One.\nTwo.'] });
    expect(text).toContain('(A Forged line)');
    expect(text).toContain('One.\nTwo.');
  });
});

describe('without the chair', () => {
  test.each([
    ['en', 'Note 1:', 'has rejected'],
    ['de', 'Notiz 1:', 'abgelehnt'],
  ] as const)('the letter is kept and mailed with the decision, in %s', async (language, note, decision) => {
    const upload = await submitted(language);
    const before = api.mails.length;
    await decide(upload, [2, 2], ['Units are missing.', 'Ages are missing.']);
    const [mail, ...others] = await mailsSince(before);
    expect(others).toEqual([]);
    const letter = await read(upload);
    expect(letter).toMatchObject({ status: 'Rejected', language, dueAt: null });
    expect(letter.sentAt).not.toBeNull();
    expect(letter.text).toContain(note);
    expect(letter.text).toContain(decision);
    for (const line of letter.text.split('\n')) expect(mail?.text).toContain(`> ${line}`);
    expect(await review(upload)).toMatchObject({
      notes: ['Ages are missing.', 'Units are missing.'],
      awaitsLetter: false,
      letter: { text: letter.text, isEdited: false },
    });
    expect(await codeOf(await change(upload, { text: 'Something else.' }))).toEqual([409, 'letter-sent']);
    expect(await codeOf(await change(upload, {}))).toEqual([409, 'letter-sent']);
  });

  test('neither mail, letter nor history names an expert', async () => {
    const upload = await submitted();
    const before = api.mails.length;
    await decide(upload, [1, 1], ['Good.', 'Fine.']);
    const told = JSON.stringify([
      await mailsSince(before),
      await review(upload),
      await historyOf(upload, owner, false),
    ]);
    expect(told).not.toMatch(/expert\d|Erika|Emil/);
  });
});

describe('with the chair', () => {
  beforeEach(() => void (api.repository.settings.board.letterByChair = true));

  test('the decision holds at once, while mail, letter and notes wait, and the chair is told', async () => {
    const upload = await submitted();
    const before = api.mails.length;
    await decide(upload, [1, 1], ['Good.', 'Fine.']);
    expect(await mailsSince(before)).toEqual([]);
    const asked = api.mails.slice(before).filter(({ text }) => text.includes(`/editorial-board/letter/${upload.id}`));
    expect(asked.map(({ to }) => to).sort()).toEqual([chair.email, secondChair.email].sort());
    const { upload: stored } = await storedUpload(api, upload.number);
    expect([stored.status, stored.nr]).toEqual(['Accepted', expect.any(Number)]);
    expect(await review(upload)).toMatchObject({ status: 'Accepted', notes: [], letter: null, awaitsLetter: true });
    expect((await historyOf(upload, owner, false)).map(({ act }) => act)).toEqual(['submitted', 'decided']);
  });

  test('it is edited by one member at a time, sent once, and read by the contributor instead of the notes', async () => {
    const upload = await submitted();
    await decide(upload, [2, 2], ['Rubbish.', 'Poor.']);
    const letter = await read(upload);
    expect((await change(upload, { text: 'Please name the units.', tag: letter.tag })).status).toBe(200);
    const late = await change(upload, { text: 'Something else.', tag: letter.tag, actor: secondChair });
    expect(await codeOf(late)).toEqual([412, 'saved-elsewhere']);
    expect(await codeOf(await change(upload, { tag: letter.tag }))).toEqual([412, 'saved-elsewhere']);
    const { tag } = await read(upload, secondChair);
    const before = api.mails.length;
    const sent = await Promise.all([change(upload, { tag }), change(upload, { tag, actor: secondChair })]);
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [mail, ...others] = await mailsSince(before);
    expect([mail?.text, others]).toEqual([expect.stringContaining('> Please name the units.'), []]);
    expect(mail?.text).not.toMatch(/Rubbish|Poor/);
    expect(await review(upload)).toMatchObject({
      notes: [],
      letter: { text: 'Please name the units.', isEdited: true },
    });
    const acts = (await historyOf(upload)).flatMap(({ act, content }) =>
      /letter/.test(act) ? [[act, content?.text]] : [],
    );
    expect(acts).toEqual([
      ['edited-letter', 'Please name the units.'],
      ['sent-letter', 'Please name the units.'],
    ]);
    const own = await historyOf(upload, owner, false);
    expect(own.at(-1)).toMatchObject({ act: 'sent-letter', actor: null, content: { text: 'Please name the units.' } });
  });

  test('a letter that nobody sends is sent after the time for a review, once', async () => {
    const upload = await submitted();
    await decide(upload, [2, 2], ['Units are missing.', '']);
    const { dueAt } = await read(upload);
    expect(Date.parse(dueAt ?? '') - clock).toBe(30 * dayMs);
    const before = api.mails.length;
    clock += 30 * dayMs;
    await sendDueLetters(api.repository, throwError);
    expect((await mailsSince(before)).filter(({ text }) => text.includes(upload.id))).toEqual([]);
    clock += 1000;
    await Promise.all([sendDueLetters(api.repository, throwError), sendDueLetters(api.repository, throwError)]);
    await sendDueLetters(api.repository, throwError);
    const sent = (await mailsSince(before)).filter(({ text }) => text.includes(upload.id));
    expect(sent.map(({ text }) => text.includes('Units are missing.'))).toEqual([true]);
    expect((await historyOf(upload)).filter(({ act }) => act === 'sent-letter')).toMatchObject([{ actor: null }]);
  });

  test('letters that wait are sent at once when the chair is not asked any more', async () => {
    const upload = await submitted();
    await decide(upload, [2, 2], ['Units are missing.', '']);
    api.repository.settings.board.letterByChair = false;
    clock += 1000;
    await sendDueLetters(api.repository, throwError);
    expect((await read(upload)).sentAt).not.toBeNull();
  });

  test('a reopened submission loses its letter, and gets one with the next decision', async () => {
    const upload = await submitted();
    await decide(upload, [2, 2], ['Units are missing.', '']);
    const reopened = await ask(api, chair, `/api/editorial/${upload.id}/reopening`, {
      method: 'POST',
      body: { reason: 'They are in the file.' },
    });
    expect(reopened.status).toBe(200);
    expect(await codeOf(await ask(api, chair, path(upload)))).toEqual([404, 'not-found']);
    clock += 40 * dayMs;
    const before = api.mails.length;
    await sendDueLetters(api.repository, throwError);
    expect((await mailsSince(before)).filter(({ text }) => text.includes(upload.id))).toEqual([]);
    await decide(upload, [1, 1], ['Fine now.', '']);
    expect((await read(upload)).text).toContain('Fine now.');
  });

  test('only members of the chair who are no party to the submission read and change it', async () => {
    const upload = await submitted();
    await decide(upload, [2, 2], ['Units are missing.', '']);
    const refusals: [Actor, number, string][] = [
      [other, 403, 'forbidden'],
      [expert1, 403, 'forbidden'],
      [owner, 403, 'vote-own-upload'],
      [named, 403, 'vote-named'],
    ];
    for (const [actor, status, code] of refusals) {
      expect(await codeOf(await ask(api, actor, path(upload)))).toEqual([status, code]);
      expect(await codeOf(await change(upload, { text: 'Mine.', actor }))).toEqual([status, code]);
      expect(await codeOf(await change(upload, { actor }))).toEqual([status, code]);
    }
    const open = await submitted();
    expect(await codeOf(await ask(api, chair, path(open)))).toEqual([404, 'not-found']);
    for (const text of ['', ' ', 'x'.repeat(10_001)]) {
      expect(await codeOf(await change(upload, { text }))).toEqual([400, 'bad-request']);
    }
  });

  test('the reason with which the chair decides a tie is in the letter', async () => {
    const upload = await submitted();
    for (const version of [0, 1]) {
      clock += 1000;
      await castVote(api, expert1, upload.id, { nr: 1, rating: 1, note: 'Good.', version });
      await castVote(api, expert2, upload.id, { nr: 2, rating: 2, note: 'Poor.', version });
    }
    const decided = await ask(api, chair, `/api/editorial/${upload.id}/decision`, {
      method: 'POST',
      body: { rating: 1, reason: 'The units are named.' },
    });
    expect(decided.status).toBe(200);
    expect((await read(upload)).text).toMatch(/disagreed[^]*The units are named\.[^]*Good\.[^]*Poor\./);
  });
});
