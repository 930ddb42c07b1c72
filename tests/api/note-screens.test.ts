import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { ReviewNoteSchema } from '@domain/board/notes';

import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { castVote } from '../support/editorial-calls';
import { mainText } from '../support/main-of-page';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openedOf } from '../support/vote-screens';

const { contributor, expert1, expert2 } = actors;

let api: TestApi;
/** Two servers of the web app. */
let servers: [TestWeb, TestWeb];
let clock = Date.parse('2026-03-10T10:00:00Z');
beforeAll(async () => {
  api = await createTestApi({ now: () => new Date((clock += 1)) });
  servers = [await createTestWeb(api), await createTestWeb(api)];
  for (const one of [expert1, expert2, chair]) await recordPerson(api.repository.db, one, api.repository.now());
});
afterAll(async () => {
  expect([...api.serverErrors, ...servers.flatMap(({ serverErrors }) => serverErrors)]).toEqual([]);
  for (const web of servers) await web.close();
  await api.close();
});

const conversations = [
  {
    whose: 'the contributor',
    author: contributor,
    page: (id: string) => `/file-upload/conversation/${id}`,
    call: (id: string) => `/api/fileupload/${id}/notes`,
    fields: {},
    sent: 'Your note has been sent.',
  },
  {
    whose: 'the board',
    author: expert1,
    page: (id: string) => `/editorial-board/notes/${id}`,
    call: (id: string) => `/api/editorial/${id}/notes`,
    fields: { readers: 'contributor' },
    sent: 'The note was sent.',
  },
] as const;

describe.each(conversations)('A note of $whose', ({ author, page, call, fields, sent }) => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await addUploadAt(api, 'submitted'));
    await castVote(api, expert2, id, { nr: 2 });
  });

  const notes = async () => ReviewNoteSchema.array().parse(await (await ask(api, author, call(id))).json());
  async function countMails(): Promise<number> {
    const { rows } = await api.pool.query(`select 1 from pgboss.job where name = 'send-mail'`);
    return rows.length;
  }
  /** Opens the form as a browser without script does. Returns what a press of its button answers on a server. */
  async function openForm(text: string) {
    const cookie = await servers[0].signIn(author);
    const html = await (await servers[0].ask(page(id), { cookie })).text();
    const shown = { intent: 'save', opened: openedOf(html), text, ...fields };
    return async (server: 0 | 1 = 0, changed: Record<string, string> = {}) => {
      const body = new URLSearchParams({ ...shown, ...changed });
      const response = await servers[server].ask(page(id), { method: 'POST', cookie, body });
      const flash = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      const next = await servers[server].ask(page(id), { cookie: [cookie, ...flash].join('; ') });
      const isSaid = mainText(await next.text()).includes(sent);
      return { status: response.status, location: response.headers.get('Location'), isSaid };
    };
  }

  test('pressed twice is sent once, and the second press looks like the first', async () => {
    const press = await openForm('When will you decide?');
    const before = await countMails();
    const first = await press();
    const mails = await countMails();
    const second = await press(1);
    expect(first).toEqual({ status: 303, location: page(id), isSaid: true });
    expect(second).toEqual(first);
    expect((await notes()).map(({ text }) => text)).toEqual(['When will you decide?']);
    expect([mails > before, await countMails()]).toEqual([true, mails]);
  });

  test('pressed twice at the same moment is sent once', async () => {
    const press = await openForm('At the same moment.');
    const both = await Promise.all([press(0), press(1)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await notes()).toHaveLength(1);
  });

  test('that says something else, or the same much later, is another one', async () => {
    const press = await openForm('Thank you.');
    await press();
    await press(0, { text: 'Thank you very much.' });
    clock += 6 * 60_000;
    await press();
    expect((await notes()).map(({ text }) => text)).toEqual(['Thank you.', 'Thank you very much.', 'Thank you.']);
  });
});

test('equal notes to other readers, by others and on other submissions are notes of their own', async () => {
  const [{ id }, other] = [await addUploadAt(api, 'submitted'), await addUploadAt(api, 'submitted')];
  const text = 'Look at row 7.';
  const write = async (who: Actor, about: string, readers: string) => {
    const address = `/api/editorial/${about}/notes`;
    expect((await ask(api, who, address, { method: 'POST', body: { readers, text } })).status).toBe(204);
  };
  await write(expert1, id, 'contributor');
  await write(expert1, id, 'chair');
  await write(expert2, id, 'contributor');
  await write(expert1, other.id, 'contributor');
  const stored = async (about: string) =>
    ReviewNoteSchema.array().parse(await (await ask(api, chair, `/api/editorial/${about}/notes`)).json()).length;
  expect([await stored(id), await stored(other.id)]).toEqual([3, 1]);
});
