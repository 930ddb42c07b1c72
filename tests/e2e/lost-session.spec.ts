import { expect, test } from '@playwright/test';

import { connectToRunning } from '../../services/database';
import { gripStudyCsv } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, ownServer, signIn } from './support/journey';
import { demoPassword } from './support/server-process';
import { words } from './support/words';

const w = words.en;

/** Lets every session look unused for longer than the eight hours one may be. */
async function letSessionsExpire(): Promise<void> {
  const database = await connectToRunning(ownServer().dataDir);
  await database?.pool.query(`update web.sessions set last_seen_at = last_seen_at - interval '9 hours'`);
  await database?.close();
}

test('a form sent after the session has ended is there again after signing in', async ({ browser }, {
  project,
}) => {
  const script = project.use.javaScriptEnabled;
  const page = await newVisitor(browser, 'en', script);
  await signIn(page, 'en', accounts.contributor);
  const buffer = gripStudyCsv(script ? 51 : 52, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, 'en', { name: 'session.csv', mimeType: 'text/csv', buffer });
  await mapColumns(page, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  await page.goto(`/file-upload/meta/${id}`);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Typed before the session ended');

  await letSessionsExpire();
  await page.getByRole('button', { name: w.save, exact: true }).first().click();
  // The provider may still know the user: then sign-in needs no password.
  const password = page.getByLabel(w.password, { exact: true });
  await expect(password.or(title).first()).toBeVisible();
  if (await password.isVisible()) {
    await page.getByLabel(w.email, { exact: true }).fill(accounts.contributor);
    await password.fill(demoPassword);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
  }
  await expect(page).toHaveURL(new RegExp(`/file-upload/meta/${id}`));
  await expect(title).toHaveValue('Typed before the session ended');
  await expect(page.getByText('Your session had ended when you sent this form.')).toBeVisible();
  await page.context().close();
});
