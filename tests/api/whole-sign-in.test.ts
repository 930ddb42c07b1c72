import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Keys } from '@domain/secrets';

import { createOpenIdClient } from '../../app/auth/open-id-client';
import { newStart, openStart, portableReturnUrl, sealStart } from '../../app/auth/sign-in-start';
import { Browser } from '../../services/identity/testing/browser';
import { startProvider, type RunningProvider } from '../../services/identity/testing/running-provider';
import { openTestDatabase, type TestDatabase } from '../support/test-database';

const account = { email: 'owner@example.org', name: 'Owner', password: 'correct horse battery' };
let database: TestDatabase;
let provider: RunningProvider;
beforeAll(async () => {
  database = await openTestDatabase();
  provider = await startProvider(database.pool);
  await provider.identity.accounts.add(account);
});
afterAll(async () => {
  await provider.close();
  await database.close();
});

test('the longest return address survives the sign-in at our own provider, which then issues tokens', async () => {
  const { origin } = provider;
  const client = createOpenIdClient({
    issuer: `${origin}/identity`,
    clientId: 'motothek-web',
    clientSecret: 'client-secret-of-the-test',
    origin,
    resource: `${origin}/api`,
    nonceKeys: [Buffer.alloc(32, 1)],
  });
  const keys: Keys = [Buffer.alloc(32, 2)];
  const ticks = Array.from({ length: 180 }, () => `nr=${crypto.randomUUID()}`);
  const returnUrl = `/?q=&${ticks.join('&')}`;
  expect(portableReturnUrl(returnUrl)).toBe(returnUrl);
  const begun = newStart('a-browser', returnUrl, false);
  const state = sealStart(begun, keys);
  const asked = await client.begin({ ...begun, state });
  expect(asked.length).toBeLessThan(8 * 1024);

  const browser = new Browser(origin);
  const callback = await browser.submit(await browser.open(asked), account);
  expect(callback.address.length).toBeLessThan(8 * 1024);
  const given = new URL(callback.address).searchParams.get('state') ?? '';
  expect(openStart(given, keys)).toEqual(begun);
  const tokens = await client.complete(new Request(callback.address), { ...begun, state: given });
  expect(tokens.user.email).toBe(account.email);
});
