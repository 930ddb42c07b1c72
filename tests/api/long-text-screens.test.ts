import { afterAll, beforeAll, expect, test } from 'vitest';

import { maxCommentCharacters } from '@domain/limits';

import type { Actor } from '../../services/repository/context/context';
import { recordPerson } from '../../services/repository/store/people';
import { castVote } from '../support/editorial-calls';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, chair, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { voteFields } from '../support/vote-screens';

const { contributor, expert1, expert2 } = actors;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  for (const one of [expert1, expert2, chair]) await recordPerson(api.repository.db, one, api.repository.now());
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  await web.close();
  await api.close();
});

/** A text as long as it may be. A browser sends each of its line breaks as two characters. */
const longest = (begin: string) =>
  `${begin}${'\nRow 7: which device?'.repeat(200)}`.slice(0, maxCommentCharacters - 1).concat('!');
const sentBy = (text: string) => text.replaceAll('\n', '\r\n');

async function press(who: Actor | null, page: string, fields: Record<string, string>): Promise<number> {
  const cookie = who ? await web.signIn(who) : 'language=EN-X';
  const body = new URLSearchParams(fields);
  const { status } = await web.ask(page, { method: 'POST', cookie, body });
  return status;
}
const invite = (id: string) => {
  const body = { panel: 1, email: expert1.email };
  return ask(api, chair, `/api/editorial/${id}/invitations`, { method: 'POST', body });
};
const board = (screen: string) => (id: string) => `/editorial-board/${screen}/${id}`;
async function tie(id: string): Promise<void> {
  for (const version of [0, 1]) {
    await castVote(api, expert1, id, { nr: 1, rating: 1, note: 'Sound.', version });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Too few.', version });
  }
}
const voteOf = (id: string) => castVote(api, expert1, id);
const linkOf = async () => {
  const { rows } = await api.pool.query<{ text: string }>(
    `select data->>'text' as text from pgboss.job where name = 'send-mail' order by created_on desc, id desc`,
  );
  return /\/editorial-board\/invitation\/[\w-]+/.exec(rows.map(({ text }) => text).join('\n'))?.[0] ?? '';
};

/** Queries for the texts of the fields. */
const stored = {
  text: 'select text from repository.review_notes',
  note: 'select note as text from repository.votes',
  reason: `select content->>'reason' as text from repository.review_history`,
};

test.each([
  ['a note of the contributor', contributor, (id: string) => `/file-upload/conversation/${id}`, {}, 'text', null],
  ['a note of the board', expert1, board('notes'), { readers: 'contributor' }, 'text', null],
  ['the note of a vote', expert1, board('vote'), voteFields(expert1), 'note', null],
  ['the reason to hand over', expert1, board('panels'), { act: 'handOver', panel: '1' }, 'reason', voteOf],
  ['the reason to decline', expert1, board('panels'), { act: 'decline' }, 'reason', invite],
  ['the reason to decline by the link', null, linkOf, {}, 'reason', invite],
  ['the reason of a decision', chair, board('panels'), { act: 'decide', rating: '2' }, 'reason', tie],
] as const)(
  'a text with line breaks, as long as it may be, is sent: %s',
  async (what, who, pageOf, fields, name, before) => {
    const most = longest(what);
    const intent: Record<string, string> = name === 'reason' ? {} : { intent: 'save' };
    const send = async (text: string) => {
      const { id } = await addUploadAt(api, 'submitted');
      await before?.(id);
      return press(who, await pageOf(id), { ...fields, ...intent, [name]: sentBy(text) });
    };
    expect(await send(`${most}x`)).toBe(400);
    expect(await send(most)).toBe(303);
    const { rows } = await api.pool.query<{ text: string }>(stored[name]);
    expect(rows.map(({ text }) => text)).toContain(most);
  },
);
