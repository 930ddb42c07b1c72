import { expect, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, signIn, takeTurns } from './support/journey';
import { languages, words } from './support/words';

const open = [
  '/',
  '/?q=',
  '/standing;2019',
  '/info/imprint',
  '/info/privacy',
  '/info/terms',
  '/info/short-manual',
  '/info/manual',
  '/info/test-items',
  '/info/support',
  '/info/sufl-licence',
  '/data-set/1',
  '/authentication/login-failed?message=callback',
  '/authentication/logged-out',
  '/authentication/logout',
];

const notFound = ['/data-set/999999', '/info/nothing', '/no/such/page', '/authentication/nonsense'];

for (const language of languages) {
  const w = words[language];

  test(`every public screen is complete and accessible (${language})`, async ({ browser }, { project }) => {
    test.skip(project.name === 'js', 'accessibility.spec.ts looks at every screen with script');
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    for (const address of open) {
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(200);
      await expectSoundScreen(page, language);
    }
    for (const address of notFound) {
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(404);
      await expectSoundScreen(page, language);
    }
    await page.context().close();
  });

  test(`every screen of a contributor and of an expert is complete and accessible (${language})`, async ({ browser }, {
    project,
  }) => {
    const script = project.use.javaScriptEnabled;
    test.skip(project.name === 'js', 'accessibility.spec.ts looks at every screen with script');
    const contributor = await newVisitor(browser, language, script);
    await signIn(contributor, language, accounts.contributor);
    for (const address of ['/', '/?q=', '/file-upload', '/my-downloads']) {
      expect((await contributor.goto(address))?.status(), address).toBe(200);
      await expectSoundScreen(contributor, language);
    }
    expect((await contributor.goto('/editorial-board'))?.status()).toBe(403);
    await expectSoundScreen(contributor, language);
    expect((await contributor.goto('/file-upload/data/999999r'))?.status()).toBe(404);
    await expectSoundScreen(contributor, language);

    const expert = await newVisitor(browser, language, script);
    await signIn(expert, language, accounts.expert1);
    for (const address of ['/editorial-board', '/editorial-board/meta/1r', '/editorial-board/vote/1r']) {
      expect((await expert.goto(address))?.status(), address).toBe(200);
      await expectSoundScreen(expert, language);
    }
    await contributor.context().close();
    await expert.context().close();
  });

  test(`the sign-in pages are accessible and keep what was typed (${language})`, async ({ browser }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/authentication/login?returnUrl=/my-downloads');
    await expectSoundScreen(page, language);
    await page.getByLabel(w.email, { exact: true }).fill('nobody@example.org');
    await page.getByLabel(w.password, { exact: true }).fill('a wrong password');
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.problem })).toBeVisible();
    await expect(page.getByLabel(w.email, { exact: true })).toHaveValue('nobody@example.org');
    await expect(page).toHaveTitle(new RegExp(`^${w.error}`));
    await expectSoundScreen(page, language);
    await page.context().close();
  });

  test(`signing in leads back to the requested page, and signing out ends the session (${language})`, async ({
    browser,
  }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/my-downloads');
    await page.getByLabel(w.email, { exact: true }).fill(accounts.contributor);
    await page.getByLabel(w.password, { exact: true }).fill('a-password-for-journeys');
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(page).toHaveURL(/\/my-downloads$/);
    await page.getByRole('button', { name: w.logout, exact: true }).click();
    await expect(
      page.getByText(language === 'de' ? 'Sie wurden erfolgreich abgemeldet.' : 'You successfully logged out!'),
    ).toBeVisible();
    await page.goto('/my-downloads');
    await expect(page.getByLabel(w.password, { exact: true })).toBeVisible();
    await page.context().close();
  });
}

test('the language switch keeps the page, its search, and entries that were not sent', async ({ browser }, {
  project,
}) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await page.goto('/?q=demonstration');
  await page.getByLabel('Search', { exact: true }).fill('something else');
  await page.getByRole('checkbox', { name: 'Handgrip', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveURL(/q=demonstration/);
  await expect(page.getByLabel('Suche', { exact: true })).toHaveValue('something else');
  await expect(page.getByRole('checkbox', { name: 'Handkraft', exact: true })).toBeChecked();
  await expect(page.getByRole('table', { name: 'Treffer' })).toBeVisible();
  await page.context().close();
});

test('a return address of another site is refused in the words of the spec', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await page.goto(`/authentication/login?returnUrl=${encodeURIComponent('https://evil.example/')}`);
  await expect(page.getByText('Invalid return url. The return url needs to have the same origin')).toBeVisible();
  await page.context().close();
});
