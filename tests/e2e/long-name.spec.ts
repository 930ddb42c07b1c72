import { expect, test } from '@playwright/test';

import { connectToRunning } from '../../services/database/open-database';
import { accounts, newVisitor, ownServer, signIn } from './support/journey';

async function renameTo(name: string): Promise<void> {
  const database = await connectToRunning(ownServer().dataDir);
  await database?.pool.query('update identity.accounts set name = $1 where email = $2', [name, accounts.contributor]);
  await database?.close();
}

test('the longest name without a space makes no page scroll sideways', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await renameTo('N'.repeat(200));
  await signIn(page, 'en', accounts.contributor);
  await renameTo('Demo Contributor');
  for (const width of [320, 360, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'NNN' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
