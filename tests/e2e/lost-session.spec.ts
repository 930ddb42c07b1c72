import { expect, test, type Page } from '@playwright/test';

import { connectToRunning } from '../../services/database/open-database';
import { gripStudyCsv } from '../fixtures/grip-study';
import { fillMetadata, saveMetadata, mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, ownServer, signIn } from './support/journey';
import { demoPassword } from './support/server-process';
import { words } from './support/words';

const w = words.en;

/** Makes every session look unused for this long; by default longer than the eight hours allowed. */
async function letSessionsExpire(unused = '9 hours'): Promise<void> {
  const database = await connectToRunning(ownServer().dataDir);
  const older = `update web.sessions set last_seen_at = last_seen_at - $1::interval`;
  await database?.pool.query(older, [unused]);
  await database?.close();
}

/** Presses a button, signs in if required, and ends on the page at `address`. */
async function pressAndSignIn(page: Page, button: string, address: string): Promise<void> {
  const answer = page.waitForEvent('load');
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await answer;
  // If the session at the provider still exists, sign-in needs no password.
  const password = page.getByLabel(w.password, { exact: true });
  await expect(password.or(page.getByRole('navigation', { name: w.steps })).first()).toBeVisible();
  if (await password.isVisible()) {
    await page.getByLabel(w.email, { exact: true }).fill(accounts.contributor);
    await password.fill(demoPassword);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
  }
  await expect(page).toHaveURL(new RegExp(`${address}$`));
}

test('entries sent after the session has ended are shown again after signing in', async ({ browser }, { project }) => {
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
  const metadata = `/file-upload/meta/${id}`;
  await page.goto(metadata);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const savedAfterSessionEnd = page.getByText('You had been logged out when you sent this form.');

  // With script an author is added without a request.
  for (const button of [w.save, ...(script ? [] : [w.add('Author')]), w.saveTemplate]) {
    await title.fill(`Typed before '${button}'`);
    await letSessionsExpire();
    await pressAndSignIn(page, button, metadata);
    await expect(title).toHaveValue(`Typed before '${button}'`);
    await expect(savedAfterSessionEnd).toBeVisible();
  }

  if (script) {
    await letSessionsExpire();
    await title.fill('Typed while nobody was signed in');
    await expect(page.getByRole('status').filter({ hasText: 'You have been logged out.' })).toBeVisible();
    await pressAndSignIn(page, w.saveDraft, metadata);
    await expect(title).toHaveValue('Typed while nobody was signed in');
  }

  // A submission without a session has no effect; it works afterwards.
  await fillMetadata(page, 'en', `After a lost session ${project.name}`, 'CC-BY 4.0');
  await saveMetadata(page, 'en');
  const submit = `/file-upload/submit/${id}`;
  await page.goto(submit);
  await letSessionsExpire();
  await pressAndSignIn(page, w.submit, submit);
  await expect(page.getByText(w.submitted)).toHaveCount(0);
  await page.getByRole('button', { name: w.submit, exact: true }).click();
  await expect(page.getByText(w.submitted)).toBeVisible();
  await page.context().close();
});

test('a user about to be logged out is warned, and can stay with one press without losing the focus', async ({
  browser,
}, { project }) => {
  test.skip(!project.use.javaScriptEnabled, 'without script, the page shows it from the beginning');
  const page = await newVisitor(browser, 'en', true);
  await signIn(page, 'en', accounts.contributor);
  await page.clock.install();
  const field = page.getByLabel('RAW file');
  const warning = page.getByRole('status').filter({ hasText: 'You will be logged out at' });
  // Repeated, because no warning appears if the page only starts to watch after the clock was advanced.
  await expect(async () => {
    await page.goto('/file-upload');
    await field.focus();
    await letSessionsExpire('7 hours 56 minutes');
    await page.clock.fastForward('07:56:00');
    await expect(warning).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Stay logged in' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'You are still logged in.' })).toBeVisible();
  const close = page.getByRole('button', { name: 'Close' });
  await expect(close).toBeFocused();
  await close.press('Enter');
  await expect(close).toHaveCount(0);
  await page.context().close();
});

test('‘Everything about me’ leads to the login if the session has ended', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await signIn(page, 'en', accounts.contributor);
  await page.goto('/about-me');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Download everything about me (zip)' }).click();
  await page.getByLabel(w.email, { exact: true }).fill(accounts.contributor);
  await page.getByLabel(w.password, { exact: true }).fill(demoPassword);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: w.logIn, exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
});
