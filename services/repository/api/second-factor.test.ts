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

test('only the roles of the setting require it', async () => {
  const both = person('both', 'Berta Both', ['Experts', 'Chair']);
  expect(await ask(chairOnly, list, both, ['pwd'])).toEqual([200, undefined]);
  expect(await ask(chairOnly, list, chair, ['pwd'])).toEqual([403, 'second-factor-missing']);
});
