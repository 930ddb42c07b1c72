import { expect, test, vi } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { hashPassword } from '../accounts/passwords';
import { Browser } from '../testing/browser';

vi.mock('../accounts/passwords', { spy: true });

const { provider } = await openProvider();

test('a password is not hashed for a link that does not work', async () => {
  const browser = new Browser(provider.origin);
  browser.headers = { Origin: provider.origin };
  const page = await browser.post('/identity/new-password', { token: 'invented', password: 'a good password' });
  expect(page.status).toBe(400);
  expect(page.html).toContain('<h1>This link no longer works</h1>');
  expect(hashPassword).not.toHaveBeenCalled();
});
