import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { MadeTokenSchema, tokenScopes } from '@domain/access-tokens';
import { knownRoles } from '@domain/roles';

import { routesOf } from '../../../tests/support/api-routes';
import { ask } from '../../../tests/support/ready-uploads';
import { actors, bearer, createTestApi, serveTestApi, type TestApi } from '../../../tests/support/test-api';
import { smallTable, uploadForm } from '../../../tests/support/upload-calls';
import type { Actor, KnownAccount } from '../context/context';
import { recordPerson } from '../store/people';
import { areas } from './openapi/operations';

const { contributor, expert1 } = actors;
for (const one of [contributor, expert1]) one.generation = 1;
let api: TestApi;
/** Whether the session of a login goes on. */
let goesOn = true;
const accounts = new Map<string, KnownAccount>();

beforeAll(async () => {
  const opened = await createTestApi();
  Object.assign(opened.repository, {
    findAccount: (_: unknown, subject: string) => Promise.resolve(accounts.get(subject) ?? null),
  });
  api = serveTestApi(opened, () => Promise.resolve(goesOn));
  for (const one of [contributor, expert1]) {
    accounts.set(one.subject, { generation: 1, roles: one.roles, factor: 'none' });
    await recordPerson(api.repository.db, one, new Date());
  }
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

/** Sends a body before whose last bytes something happens. Tells whether anybody wanted to read that far. */
async function sendLate(
  address: string,
  { method, headers, text }: { method: string; headers: Record<string, string>; text: string },
  happen: () => unknown,
) {
  const bytes = new TextEncoder().encode(text);
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isRead = true;
        controller.enqueue(bytes.subarray(0, -1));
        await happen();
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = await api.api.request(address, { method, headers, body, duplex: 'half' } as RequestInit);
  return { isRead, status: response.status };
}

const bodied = new Set(
  areas.flatMap(({ operations }) =>
    Object.entries(operations).flatMap(([route, { body }]) => (body instanceof z.ZodType ? [route] : [])),
  ),
);
const changing = routesOf().filter(({ method, path }) => method !== 'GET' && path !== '/api/search/use');

test('a file is not kept if its account is locked while it arrives', async () => {
  goesOn = true;
  const form = new Response(uploadForm([smallTable()]));
  const type = form.headers.get('Content-Type') ?? '';
  const headers = { ...(await bearer(contributor)), 'Content-Type': type };
  const lock = () => accounts.delete(contributor.subject);
  const sent = { method: 'POST', headers, text: await form.text() };
  expect(await sendLate('/api/fileupload/raw', sent, lock)).toEqual({ isRead: true, status: 401 });
  accounts.set(contributor.subject, { generation: 1, roles: [], factor: 'none' });
  expect(await (await ask(api, contributor, '/api/fileupload/user')).json()).toEqual([]);
});

test.each(changing)(
  '$method $path acts in no session that ends while its body arrives',
  async ({ address, ...route }) => {
    const { method, path } = route;
    goesOn = true;
    const headers = await bearer({ ...expert1, roles: [...knownRoles] });
    const { isRead, status } = await sendLate(address, { method, headers, text: '{}' }, () => (goesOn = false));
    if (isRead || bodied.has(`${method} ${path}`)) expect([isRead, status]).toEqual([true, 401]);
  },
);

describe('an access token', () => {
  const templates = JSON.stringify([
    { name: 'Late', entries: [{ source: 'a', target: { key: 'handgrip', unit: 'kg' } }] },
  ]);
  const make = async (actor: Actor) => {
    goesOn = true;
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const body = { label: 'Script', scopes: tokenScopes, until };
    const made = await ask(api, actor, '/api/tokens', { method: 'POST', body });
    const { token, secret } = MadeTokenSchema.parse(await made.json());
    return { ...token, headers: { Authorization: `Bearer ${secret}` } };
  };
  const revoke = (number: number) =>
    api.pool.query('update repository.access_tokens set revoked_at = now() where id = $1', [number]);

  test('that is revoked while its call arrives stores nothing', async () => {
    const { headers, number } = await make(contributor);
    const sent = { method: 'PUT', headers, text: templates };
    expect((await sendLate('/api/mapping/templates', sent, () => revoke(number))).status).toBe(401);
    const { rows } = await api.pool.query('select * from repository.templates');
    expect(rows).toEqual([]);
  });

  test('does not vote in a role that its owner has lost meanwhile', async () => {
    const { headers } = await make(expert1);
    const sent = { method: 'POST', headers, text: '{}' };
    const dismiss = () => accounts.set(expert1.subject, { generation: 1, roles: [], factor: 'none' });
    expect((await sendLate('/api/editorial/12r', sent, dismiss)).status).toBe(403);
  });
});
