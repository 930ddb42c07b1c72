import { AsyncLocalStorage } from 'node:async_hooks';

import { afterAll, expect, test, vi } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { Browser } from '../testing/browser';
import { answerOutside, goOutside } from '../testing/log-in-outside';
import { startOutsideProvider, type OutsideProvider } from '../testing/outside-provider';
import { startProvider } from '../testing/running-provider';

/** How far the clock is ahead for what runs inside. */
const ahead = new AsyncLocalStorage<number>();
const now = Date.now.bind(Date);
vi.spyOn(Date, 'now').mockImplementation(() => now() + (ahead.getStore() ?? 0));

const database = await openTestDatabase();
let outside!: OutsideProvider;
const provider = await startProvider(database.pool, undefined, null, {
  openOutside: async (origin) => {
    outside = await startOutsideProvider([`${origin}/identity/outside/callback/outside`]);
    return [outside.settings()];
  },
});
afterAll(async () => {
  await provider.close();
  await outside.close();
  await database.close();
});

// ID tokens are valid for a minute, by the clock of the provider.
test.each([
  ['two minutes ahead', 2, 'Your first login'],
  ['two minutes behind', -2, 'Your first login'],
  ['ten minutes behind', -10, 'You could not log in with Other University'],
])('a provider whose clock is %s', async (_, minutes, title) => {
  outside.around = (act) => act();
  const browser = new Browser(provider.origin);
  const callback = await answerOutside((await goOutside(browser)).away);
  outside.around = (act) => ahead.run(minutes * 60_000, act);
  expect((await browser.open(callback)).html).toContain(`<h1>${title}</h1>`);
});
