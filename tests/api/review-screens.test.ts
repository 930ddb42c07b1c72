import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Actor } from '../../services/repository/context/context';
import { mainText } from '../support/main-of-page';
import { castVote } from '../support/editorial-calls';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

const { contributor, expert1, expert2 } = actors;
type Language = 'en' | 'de';

/** Text of a page's main part, without tags and entities. */
async function read(actor: Actor, path: string, language: Language = 'en') {
  const response = await web.ask(path, { cookie: await web.signIn(actor, language) });
  return { status: response.status, text: mainText(await response.text()) };
}
async function post(actor: Actor, path: string, fields: Record<string, string> = {}, language: Language = 'en') {
  const cookie = await web.signIn(actor, language);
  const response = await web.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });
  return { status: response.status, location: response.headers.get('Location'), text: mainText(await response.text()) };
}
async function decide(id: string, ratings: [1 | 2, 1 | 2], notes: [string, string] = ['', '']) {
  await castVote(api, expert1, id, { rating: ratings[0], note: notes[0] });
  await castVote(api, expert2, id, { nr: 2, rating: ratings[1], note: notes[1] });
}
const submitPage = (id: string) => `/file-upload/submit/${id}`;

test.each([
  ['en', 'Vote 1 of 2: waiting', 'Two experts from the editorial board review your file', 'Withdraw submission'],
  [
    'de',
    'Stimme 1 von 2: wird erwartet',
    'Zwei Expert:innen des Gutachtergremiums begutachten',
    'Einreichung zurückziehen',
  ],
] as const)('a submission without votes shows what happens next, in %s', async (language, ...messages) => {
  const { id } = await addUploadAt(api, 'submitted');
  const { status, text } = await read(contributor, submitPage(id), language);
  expect(status).toBe(200);
  for (const message of messages) expect(text).toContain(message);
});

test('after one vote, withdrawing is impossible, and the vote is not shown', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert1, id, { rating: 2, note: 'Newton, not kilograms.' });
  const { text } = await read(contributor, submitPage(id));
  expect(text).toContain('Vote 1 of 2: cast');
  expect(text).toContain('One of the two experts has voted.');
  expect(text).not.toMatch(/Newton|Withdraw submission|Erika/);
});

test('two votes that differ are shown as disagreement', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await decide(id, [1, 2], ['Fine.', 'Newton, not kilograms.']);
  const { text } = await read(contributor, submitPage(id), 'de');
  expect(text).toContain('Entscheidung: offen, die beiden Stimmen weichen voneinander ab');
  expect(text).not.toMatch(/Newton|Fine\./);
});

test('an accepted upload is shown as waiting for its publication', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await decide(id, [1, 1]);
  const { text } = await read(contributor, submitPage(id));
  expect(text).toContain('Decision: accepted, ');
  expect(text).toContain('Published: in progress');
  expect(text).toContain('The experts have left no notes.');
  expect(text).not.toMatch(/Revise|Withdraw submission/);
});

test('a rejected upload shows the notes without names, and says if a note is missing', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await decide(id, [2, 2], ['Newton, not <b>kilograms</b>.', '']);
  const { text } = await read(contributor, submitPage(id));
  expect(text).toContain('Newton, not &lt;b&gt;kilograms&lt;/b&gt;.');
  expect(text).toContain('The other expert has left no note.');
  expect(text).toContain('Read the notes of the experts, then choose ‘Revise’.');
  expect(text).not.toMatch(/Erika|Emil|expert\d@|Expert [12]/);
});

test('withdrawing asks for confirmation, works once, and is then refused with a message', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const page = `/file-upload/withdraw/${id}`;
  const question = await read(contributor, page, 'de');
  expect(question.text).toMatch(/Möchten Sie adults-\d+\.csv vom Gutachtergremium zurückziehen\?/);
  expect(question.text).toContain('der Titel bleibt für Sie reserviert');
  expect(await post(contributor, page)).toMatchObject({ status: 303, location: submitPage(id) });
  const again = await post(contributor, page, {}, 'de');
  expect(again.status).toBe(409);
  expect(again.text).toContain('Es gibt nichts zurückzuziehen.');
  expect((await read(contributor, submitPage(id))).text).not.toContain('has been submitted');
});

test('an expert is told that a submission was withdrawn, and still sees the draft and what was sent', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const page = `/editorial-board/vote/${id}`;
  const draft = { intent: 'draft', email: '', rating: '', note: 'Half a thought.', version: '0' };
  expect((await post(expert1, `${page}?panel=1`, draft)).status).toBe(303);
  await ask(api, contributor, `/api/submit/${id}`, { method: 'DELETE' });
  const shown = await read(expert1, page, 'de');
  expect(shown.status).toBe(404);
  expect(shown.text).toContain('Diese Einreichung liegt dem Gutachtergremium nicht vor');
  expect(shown.text).toContain('Half a thought.');
  const vote = {
    intent: 'save',
    email: expert2.email,
    isImpartial: 'on',
    rating: '2',
    note: 'A whole one.',
    version: '0',
  };
  const sent = await post(expert2, `${page}?panel=1`, vote);
  expect(sent.status).toBe(404);
  expect(sent.text).toContain('This submission is no longer with the editorial board');
  expect(sent.text).toContain('A whole one.');
});

test('an expert’s vote in one panel keeps what they typed in the other as a version', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const page = `/editorial-board/vote/${id}`;
  const typed = { email: '', rating: '', version: '0' };
  const unfinished = { ...typed, intent: 'draft', note: 'Half a thought.' };
  expect((await post(expert1, `${page}?panel=2`, unfinished)).status).toBe(303);
  const vote = { intent: 'save', email: expert1.email, isImpartial: 'on', rating: '1', note: 'Fine.', version: '0' };
  expect((await post(expert1, `${page}?panel=1`, vote)).status).toBe(303);
  const cookie = await web.signIn(expert1, 'en');
  const shown = await (await web.ask(page, { cookie })).text();
  const [restore = '', ...others] = shown.match(/restore:[^"]+/g) ?? [];
  expect(others).toEqual([]);
  expect((await post(expert1, `${page}?panel=1`, { ...vote, intent: restore })).status).toBe(303);
  expect((await read(expert1, page)).text).toContain('Half a thought.');
});

test('revising leads to the new upload, a second time to the same one, and each names the other', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await decide(id, [2, 2], ['Newton.', 'Ages.']);
  const first = await post(contributor, `/file-upload/revise/${id}`);
  expect(first.status).toBe(303);
  const revision = /^\/file-upload\/check\/(\d+r)$/.exec(first.location ?? '')?.[1] ?? '';
  expect(revision).not.toBe('');
  expect(await post(contributor, `/file-upload/revise/${id}`)).toMatchObject({ location: first.location });
  const step = await read(contributor, submitPage(revision));
  expect(step.text).toMatch(/This upload revises adults-\d+\.csv of \d{1,2} \w+ \d{4}, which was rejected\./);
  const former = await read(contributor, submitPage(id));
  expect(former.text).toMatch(/Revised in adults-\d+\.csv of/);
  expect(former.text).toContain('Newton.');
  const list = await read(contributor, '/file-upload', 'de');
  expect(list.text).toMatch(/\(überarbeitet den Upload vom \d{4}-\d\d-\d\d\)/);
  expect(list.text).toMatch(/\(überarbeitet am \d{4}-\d\d-\d\d\)/);
});

test('an upload that is not rejected cannot be revised, and the page says so', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  expect((await read(contributor, `/file-upload/revise/${id}`)).text).toContain('Only a rejected file can be revised.');
  const refused = await post(contributor, `/file-upload/revise/${id}`, {}, 'de');
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Nur eine abgelehnte Datei kann überarbeitet werden.');
});
