import { afterAll, beforeAll, expect, test } from 'vitest';

import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata, entry } from '../fixtures/complete-metadata';
import { mainOf } from '../support/main-of-page';
import { invite, linkTo } from '../support/member-calls';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

const { contributor, expert1 } = actors;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  for (const actor of [contributor, expert1]) await ask(api, actor, '/api/fileupload/user');
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

/** Path of an invitation to share an upload. */
async function invited(email: string) {
  const upload = await addUploadAt(api, 'described');
  await invite(api, upload, { email, right: 'read' });
  return { upload, address: `/co-authors/${await linkTo(api, email)}` };
}

async function open(address: string, actor: typeof contributor | null = null, language: 'en' | 'de' = 'en') {
  const cookie = actor ? await web.signIn(actor, language) : `language=${language}`;
  return web.ask(address, { cookie });
}

async function accept(address: string, actor: typeof contributor) {
  const body = new URLSearchParams({ intent: 'accept' });
  return web.ask(address, { method: 'POST', cookie: await web.signIn(actor), body });
}

test('an invitation names the study in the language of the page', async () => {
  const { upload, address } = await invited('study@school.example');
  const metadata = [...completeMetadata(upload.title), entry(fieldIds.translatedTitle, ['Ausdauer im Verein'], [0])];
  await ask(api, contributor, '/api/metadata', { method: 'POST', body: { id: [upload.id], metadata } });
  expect(await (await open(address)).text()).toContain(`<span lang="en">${upload.title}</span>`);
  expect(await (await open(address, null, 'de')).text()).toContain('<span lang="de">Ausdauer im Verein</span>');
});

test.each([
  ['en', 'This link is no longer valid', 'Go to your uploads'],
  ['de', 'Dieser Link gilt nicht mehr', 'Zu Ihren Uploads'],
] as const)('a used link leads on, also experts, whose banner has no uploads (%s)', async (language, heading, name) => {
  const { address } = await invited(`used-${language}@school.example`);
  expect((await accept(address, expert1)).status).toBe(303);
  for (const actor of [expert1, null]) {
    const used = await open(address, actor, language);
    const page = await used.text();
    expect([used.status, mainOf(page).includes(`<a href="/file-upload">${name}</a>`)]).toEqual([410, true]);
    expect(page).toContain(`<title>${heading} – Motothek</title>`);
  }
});

test('the page about oneself leads to the uploads, also experts', async () => {
  expect(mainOf(await (await open('/about-me', expert1)).text())).toContain('<a href="/file-upload">Your uploads');
});

test('the owner who accepts their own invitation is led to who shares the upload, with the reason', async () => {
  const { upload, address } = await invited('own@school.example');
  const answer = await accept(address, contributor);
  const list = `/file-upload/co-authors/${upload.id}`;
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, list]);
  const flash = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
  const cookie = [await web.signIn(contributor), ...flash].join('; ');
  const page = mainOf(await (await web.ask(list, { cookie })).text());
  expect(page).toMatch(/<h2[^>]*>Note<\/h2><p role="alert">This upload already belongs to you\.<\/p>/);
  expect(page).toContain('own@school.example');
});
