import { afterAll, beforeAll, expect, test } from 'vitest';

import { formWindows, type } from '../support/form-windows';
import { addUploadAt } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
let windows: ReturnType<typeof formWindows>;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  windows = formWindows(web);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

const { contributor, expert1, expert2 } = actors;

const typed = 'Mine alone';
const texts = { en: 'You are logged in to a different account', de: 'Sie sind mit einem anderen Konto angemeldet' };

/** A vote typed by the first expert in a browser in which the second expert has signed in since. */
async function leaveVoteOpen(language: 'en' | 'de' = 'en') {
  const { id } = await addUploadAt(api, 'submitted');
  const address = `/editorial-board/vote/${id}`;
  const opened = await windows.open(address, await web.signIn(expert1, language));
  const cookie = await web.signIn(expert2, language);
  return { address, window: { ...type(opened, 'note', typed), cookie } };
}
const drafts = async () =>
  (await api.pool.query<{ subject: string; entries: string }>('select subject, entries from web.drafts')).rows;

test.each(['en', 'de'] as const)(
  'entries typed in another account are neither sent nor stored as a draft, but shown (%s)',
  async (language) => {
    const { address, window } = await leaveVoteOpen(language);
    for (const intent of ['save', 'draft', 'discard']) {
      const { status, page } = await windows.press(window, intent);
      expect(status).toBe(409);
      expect(page).toContain(texts[language]);
      expect(page).toContain(typed);
    }
    expect((await windows.open(address, window.cookie)).page).not.toContain(typed);
    expect(await drafts()).toEqual([]);
  },
);

test('autosave does not store them either, and says so', async () => {
  const { window } = await leaveVoteOpen();
  const { status, message } = await windows.autosave(window);
  expect([status, message]).toEqual([409, expect.stringContaining('logged in to a different account')]);
  expect(await drafts()).toEqual([]);
});

test('changing the language does not store them either', async () => {
  const { id, title } = await addUploadAt(api, 'checked');
  const page = `/file-upload/meta/${id}`;
  const opened = await windows.open(page, await web.signIn(contributor));
  const cookie = await web.signIn(expert1);
  const query = new URLSearchParams({ form: 'metadata', object: id, returnTo: page });
  const body = new URLSearchParams([...type(opened, 'f2-0', `${title} typed`).fields, ['language', 'de']]);
  const answer = await web.ask(`/language?${query}`, { method: 'POST', cookie, body });
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(`${title} typed`)]);
  expect(await drafts()).toEqual([]);
});

test('if the session of the other account has ended too, they are stored in no account', async () => {
  const { window } = await leaveVoteOpen();
  await api.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`);
  const { status, page } = await windows.press(window, 'save');
  expect([status, page]).toEqual([401, expect.stringContaining(typed)]);
  expect(await drafts()).toEqual([]);
});

test('a form opened in an earlier session of the same account belongs to that account', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const address = `/editorial-board/vote/${id}`;
  const opened = type(await windows.open(address, await web.signIn(expert1)), 'note', typed);
  const { page } = await windows.press({ ...opened, cookie: await web.signIn(expert1) }, 'draft');
  expect(page).toContain(typed);
  expect((await drafts()).map(({ subject }) => subject)).toEqual([expert1.subject]);
});
