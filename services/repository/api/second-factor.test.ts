import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  actors,
  chair,
  createTestApi,
  person,
  serveTestApi,
  testToken,
  type TestApi,
} from '../../../tests/support/test-api';
import type { KnownAccount } from '../context/context';

let open: TestApi;
let strict: TestApi;
let chairOnly: TestApi;
beforeAll(async () => {
  open = await createTestApi();
  strict = serveTestApi(open, undefined, ['Experts', 'Chair']);
  chairOnly = serveTestApi(open, undefined, ['Chair']);
});
afterAll(() => open.close());

async function ask({ api }: TestApi, path: string, actor = actors.expert1, amr?: string[]) {
  const token = await testToken(actor, amr && { amr });
  const response = await api.request(path, { headers: { Authorization: `Bearer ${token}` } });
  return [response.status, ((await response.json()) as { code?: string }).code];
}

const list = '/api/editorial';

test('the board opens only in a session with a second factor if the role requires one', async () => {
  expect(await ask(strict, list, actors.expert1, ['pwd'])).toEqual([403, 'second-factor-missing']);
  expect(await ask(strict, list)).toEqual([403, 'second-factor-missing']);
  expect(await ask(strict, list, actors.expert1, ['pwd', 'otp', 'mfa'])).toEqual([200, undefined]);
  expect(await ask(open, list, actors.expert1, ['pwd'])).toEqual([200, undefined]);
});

test('somebody without the role is refused as before, and keeps what is their own', async () => {
  expect(await ask(strict, list, actors.contributor, ['pwd'])).toEqual([403, 'forbidden']);
  expect(await ask(strict, '/api/tokens', actors.expert1, ['pwd'])).toEqual([200, undefined]);
});

const make = async ({ api }: TestApi, scopes: string[], amr: string[]) => {
  const headers = {
    Authorization: `Bearer ${await testToken({ ...actors.expert1, generation: 0 }, { amr })}`,
    'Content-Type': 'application/json',
  };
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const body = JSON.stringify({ label: 'Script', scopes, until });
  const response = await api.request('/api/tokens', { method: 'POST', headers, body });
  return (await response.json()) as { code?: string; secret?: string };
};

const read = async (secret = '', { api } = strict) => {
  const response = await api.request(list, { headers: { Authorization: `Bearer ${secret}` } });
  return [response.status, ((await response.json()) as { code?: string }).code];
};

test('a token made without a second factor does not have a role that requires one', async () => {
  expect(await make(strict, ['read', 'review'], ['pwd'])).toMatchObject({ code: 'second-factor-missing' });
  expect(await make(strict, ['read'], ['pwd'])).toHaveProperty('secret');
  const early = await make(open, ['read', 'review'], ['pwd']);
  expect(await read(early.secret)).toEqual([403, 'second-factor-missing']);
  const proven = await make(strict, ['read', 'review'], ['pwd', 'otp', 'mfa']);
  expect(await read(proven.secret)).toEqual([200, undefined]);
});

test('a token has no roles any more when its second factor is gone, or when it was made before the first', async () => {
  const account = { generation: 0, roles: actors.expert1.roles };
  const withFactor = (factor: KnownAccount['factor'], required: string[]) => {
    const repository = { ...open.repository, findAccount: () => Promise.resolve({ ...account, factor }) };
    return serveTestApi({ ...open, repository }, undefined, required);
  };
  const proven = (await make(withFactor('own', []), ['review'], ['pwd', 'otp', 'mfa'])).secret;
  expect(await read(proven, withFactor('own', ['Experts']))).toEqual([200, undefined]);
  expect(await read(proven, withFactor('provider', ['Experts']))).toEqual([200, undefined]);
  expect(await read(proven, withFactor('none', ['Experts']))).toEqual([403, 'second-factor-missing']);
  const early = (await make(withFactor('none', []), ['review'], ['pwd'])).secret;
  expect(await read(early, withFactor('none', []))).toEqual([200, undefined]);
  expect(await read(early, withFactor('own', []))).toEqual([403, 'second-factor-missing']);
});

test('only the roles of the setting require it', async () => {
  const both = person('both', 'Berta Both', ['Experts', 'Chair']);
  expect(await ask(chairOnly, list, both, ['pwd'])).toEqual([200, undefined]);
  expect(await ask(chairOnly, list, chair, ['pwd'])).toEqual([403, 'second-factor-missing']);
});
