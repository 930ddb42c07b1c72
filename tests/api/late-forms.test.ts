import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openWebStore } from '../../app/store/open-web-store';
import { newestWindow } from '../../app/store/drafts';
import { personalDataOf } from '../../services/launcher/personal-data';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { onPostgresql } from '../support/test-database';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** Forms that began to arrive before the account of their sender was deleted. */
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
const drafts = async () =>
  (await api.pool.query('select * from web.drafts where subject = $1', [leaving.subject])).rows;

/** Sends a form whose last bytes arrive after `meanwhile`. Returns the status of the answer. */
async function send(address: string, form: Record<string, string>, meanwhile: () => Promise<void>): Promise<number> {
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
  return (await web.ask(address, init)).status;
}

const form = { label: 'Typed by somebody who leaves', intent: 'draft' };
const places = { 'a form': '/access-tokens', autosave: '/drafts/access-token?object=new' };

describe.each(Object.entries(places))('%s', (_name, address) => {
  test.each(['active', 'ended'])(
    'arrives after the account was deleted, in an %s session: nothing is kept',
    async (state) => {
      if (state === 'ended') await api.pool.query('update web.sessions set ended_at = now()');
      const status = await send(address, form, forget);
      expect(status).toBeLessThan(500);
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
