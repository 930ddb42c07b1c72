import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { ForeignSecret } from '@domain/operator-error';

import { openWebStore } from '../../app/store/open-web-store';
import type { Browser } from '../../services/identity/testing/browser';
import { openTestProduct, type TestProduct } from '../support/test-product';

const account = { email: 'person@example.org', password: 'correct horse battery' };
const page = '/my-downloads';

let testApi: TestProduct;
beforeAll(async () => {
  testApi = await openTestProduct([['former'], ['former']]);
  await testApi.accounts.add({ ...account, name: 'A Person' });
});
afterAll(() => testApi.close());
afterEach(() => expect(testApi.serverErrors()).toEqual([]));

/** Requests go to the servers in turn, so two of them reach both. */
async function worksAtBoth(browser: Browser): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    expect((await browser.request(page)).status).toBe(200);
    await testApi.ageTokens(browser);
    expect((await browser.request(page)).status).toBe(200);
  }
}

test('a secret is renewed without a gap: listed second at all servers, then first, then alone', async () => {
  const early = testApi.newBrowser();
  await testApi.signIn(early, account);
  await worksAtBoth(early);
  for (const list of [['former', 'new'], ['new', 'former'], ['new']]) {
    for (const position of [0, 1]) {
      await testApi.restart(position, list);
      // First with one server restarted, then with both.
      await worksAtBoth(early);
      const late = testApi.newBrowser();
      await testApi.signIn(late, account);
      await worksAtBoth(late);
    }
  }
});

test('a server with another secret does not start, and the running ones continue', async () => {
  const browser = testApi.newBrowser();
  await testApi.signIn(browser, account);
  await expect(testApi.restart(0, ['quite another'])).rejects.toThrow(ForeignSecret);
  // A web app with an outside provider refuses the secret as well.
  await expect(openWebStore(testApi.test.pool, ['quite another'])).rejects.toThrow(ForeignSecret);
  await worksAtBoth(browser);
});

test('the command discards a lost secret, so the next start accepts another one', async () => {
  await testApi.accounts.forgetSecret();
  for (const position of [0, 1]) await testApi.restart(position, ['after the loss']);
  const browser = testApi.newBrowser();
  await testApi.signIn(browser, account);
  expect((await browser.request(page)).status).toBe(200);
});
