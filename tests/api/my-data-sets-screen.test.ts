import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { insertSession, openSession } from '../../services/repository/store/download-sessions';
import { people } from '../../services/repository/store/schema';
import { mainText } from '../support/main-of-page';
import { acceptUpload, handleLifeJobs } from '../support/published-uploads';
import { addUploadAt } from '../support/ready-uploads';
import { openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, other } = actors;

let api: SourceApi;
let web: TestWeb;
let id: string;
beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
  web = await createTestWeb(api);
  ({ id } = await acceptUpload(api, { nr: 1, title: 'Grip of pupils', licence: 'SUFL 1.0' }));
  const { db, now } = api.repository;
  await db.insert(people).values({ subject: other.subject, name: other.name, email: '', roles: [], seenAt: now() });
  const session = randomUUID();
  await insertSession(db, { id: session, subject: other.subject, createdAt: now(), openedAt: null }, [1]);
  const purpose = 'Norms <b>by age</b>';
  await openSession(db, session, { institution: 'Sports Institute', country: 'Austria', purpose }, now());
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

async function read(path: string, { actor = contributor, language = 'en' as 'en' | 'de' } = {}) {
  const response = await web.ask(path, { cookie: await web.signIn(actor, language) });
  const html = await response.text();
  return { status: response.status, html, text: mainText(html) };
}

test.each([
  ['en', 'My data sets', 'Accepted', '1 purpose', 'Correct metadata', 'Withdraw data set'],
  ['de', 'Meine Datensätze', 'Angenommen', '1 Zweck', 'Metadaten korrigieren', 'Datensatz zurückziehen'],
] as const)('the list shows state, use, purposes and next acts of a data set, in %s', async (language, ...texts) => {
  const { text, html } = await read('/my-data-sets', { language });
  for (const expected of [...texts, 'Grip of pupils']) expect(text).toContain(expected);
  for (const path of [
    '/data-set/1',
    `/my-data-sets/answers/${id}`,
    `/file-upload/correct-metadata/${id}`,
    `/file-upload/new-version/${id}`,
    `/file-upload/withdrawal/${id}`,
  ]) {
    expect(html).toContain(`href="${path}"`);
  }
});

test('every link of the list can be followed by the contributor', async () => {
  const { html } = await read('/my-data-sets');
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const links = [...main.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(4);
  for (const link of links) expect([link, (await read(link)).status]).toEqual([link, 200]);
});

test.each([
  ['en', 'Purposes of downloads', 'Save as CSV'],
  ['de', 'Zwecke der Downloads', 'Als CSV speichern'],
] as const)('purposes are shown as they were stated, without names, in %s', async (language, ...texts) => {
  const { text, html } = await read(`/my-data-sets/answers/${id}`, { language });
  for (const expected of [...texts, 'Sports Institute', 'Austria', 'Norms &lt;b&gt;by age']) {
    expect(text).toContain(expected);
  }
  expect(html).toMatch(/<th scope="row"[^>]*><time/);
  expect(html).not.toContain(other.name);
  const file = await web.ask(`/my-data-sets/answers-file/${id}`, { cookie: await web.signIn(contributor, language) });
  expect(file.headers.get('Content-Disposition')).toMatch(/attachment/);
  expect(await file.text()).toContain('Sports Institute');
});

test('whoever has no data set is led to the uploads, and the purposes of others do not exist', async () => {
  expect((await read('/my-data-sets', { actor: other })).text).toContain('You have no data set yet.');
  expect((await read(`/my-data-sets/answers/${id}`, { actor: other })).status).toBe(404);
  const file = await web.ask(`/my-data-sets/answers-file/${id}`, { cookie: await web.signIn(other, 'en') });
  expect(file.status).toBe(404);
});

test('without a session the list asks to sign in and comes back', async () => {
  const response = await web.ask('/my-data-sets');
  expect(response.status).toBe(302);
  expect(response.headers.get('Location')).toContain('my-data-sets');
});

test('a data set without a number has no purposes, in words for those who hear the page', async () => {
  const { title } = await addUploadAt(api, 'described');
  const { html } = await read('/my-data-sets');
  const row = html.split('<tr').find((one) => one.includes(title)) ?? '';
  expect(row).not.toContain('data-label="Purposes"');
  expect(row.match(/<span class="visually-hidden">none<\/span>/g)?.length).toBeGreaterThanOrEqual(3);
});

test('many purposes have pages', async () => {
  const { db, now } = api.repository;
  for (let number = 1; number <= 50; number += 1) {
    const session = randomUUID();
    await insertSession(db, { id: session, subject: other.subject, createdAt: now(), openedAt: null }, [1]);
    await openSession(db, session, { institution: `Institute ${number}`, country: 'Austria', purpose: 'Norms' }, now());
  }
  const first = await read(`/my-data-sets/answers/${id}`);
  expect(first.text).toContain('51 purposes');
  expect(first.text).not.toContain('Sports Institute');
  expect(first.html).toContain(`<nav aria-label="Purposes: pages"`);
  expect(first.html).toContain(`href="/my-data-sets/answers/${id}?page=2"`);
  for (const page of [2, 99]) {
    expect((await read(`/my-data-sets/answers/${id}?page=${page}`)).text).toContain('Sports Institute');
  }
});
