import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openWebStore } from '../../app/store/open-web-store';
import { newestWindow } from '../../app/store/drafts';
import { personalDataOf } from '../../services/launcher/personal-data';
import { personMergingOf } from '../../services/launcher/person-merging';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { onPostgresql } from '../support/test-database';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** Forms that began to arrive before the account of their sender was deleted or merged. */
const leaving = actors.contributor;

let api: TestApi;
let web: TestWeb;
let cookie: string;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
beforeEach(async () => {
  cookie = await web.signIn(leaving);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

/** As the transaction that deletes an account begins. */
const forget = () =>
  api.repository.db.transaction((tx) =>
    personalDataOf(() => api.repository).forget(tx as never, {
      ...{ subject: leaving.subject, name: leaving.name, email: leaving.email },
      ...{ otherAddresses: [], language: 'en' },
    }),
  );
/** As the transaction that gives everything of the account to another one. */
const give = () => {
  const merging = personMergingOf(() => api.repository);
  const person = ({ subject, name, email }: typeof leaving) => ({ id: subject, name, email });
  const people = { from: person(leaving), into: { ...person(actors.other), roles: [] } };
  return merging.transaction((tx) => merging.give(tx, people));
};
const drafts = async () => (await api.pool.query('select * from web.drafts')).rows;

/** Sends a form whose last bytes arrive after `meanwhile`. */
async function send(address: string, form: Record<string, string>, meanwhile: () => Promise<void>): Promise<Response> {
  const text = String(new URLSearchParams(form));
  const parts = [text.slice(0, 10), text.slice(10)];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (parts.length === 1) await meanwhile();
        controller.enqueue(new TextEncoder().encode(parts.shift()));
        if (parts.length === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', cookie, headers, body, duplex: 'half' } as RequestInit;
  return web.ask(address, init);
}

const form = { label: 'Typed by somebody who leaves', intent: 'draft' };
/** The page does not have the figures of the footer, so it leaves them out. */
const forCopying =
  /^(?![^]*class="counters")[^]*<title>You are no longer logged in – Motothek[^]*<h1>You are no longer logged in[^]*it was not saved[^]*Typed by somebody who leaves/;
const places = {
  'a form': { address: '/access-tokens', answered: forCopying },
  autosave: { address: '/drafts/access-token?object=new', answered: /the draft cannot be saved/ },
};

describe.each(Object.entries(places))('%s', (_name, { address, answered }) => {
  test.each([
    ['deleted', 'active', forget],
    ['deleted', 'ended', forget],
    ['merged', 'active', give],
    ['merged', 'ended', give],
  ])(
    'arrives after the account was %s, in an %s session: nothing is kept, and that is said',
    async (_end, state, end) => {
      if (state === 'ended') await api.pool.query('update web.sessions set ended_at = now()');
      const answer = await send(address, form, end);
      expect([answer.status, await answer.text()]).toEqual([401, expect.stringMatching(answered)]);
      expect(await drafts()).toEqual([]);
    },
  );

  test('arrives in time, so that it is kept', async () => {
    await send(address, form, () => Promise.resolve());
    expect(await drafts()).toHaveLength(1);
    await forget();
    expect(await drafts()).toEqual([]);
  });
});

onPostgresql('on two servers', () => {
  test('a form that is being stored while the account is deleted is deleted with it', async () => {
    const store = await openWebStore(api.pool, ['a secret of the tests']);
    const [, id = ''] = /=([\w-]+)/.exec(cookie) ?? [];
    const own = store.draftsOf(await store.sessions.find(id));
    await own.write('access-token', 'new', [['label', 'before']], newestWindow);
    const other = await api.pool.connect();
    await other.query('begin');
    await other.query('select from web.drafts where subject = $1 for update', [leaving.subject]);
    const waiting = (calls: number) =>
      expect
        .poll(async () => {
          const sql = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
          return (await api.pool.query(sql)).rowCount;
        })
        .toBe(calls);
    const written = own.write('access-token', 'new', [['label', 'late']], newestWindow);
    await waiting(1);
    const forgotten = forget();
    await waiting(2);
    await other.query('commit');
    other.release();
    await Promise.all([written, forgotten]);
    expect(await drafts()).toEqual([]);
    store.close();
  });
});
