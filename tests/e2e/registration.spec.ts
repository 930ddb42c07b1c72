import { expect, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, ownServer } from './support/journey';
import { readOutbox } from './support/outbox';
import { confirmationAddress, fillRegistration, registerByMail, registered } from './support/registration';
import { languages, words } from './support/words';

const texts = {
  en: {
    folder: 'The e-mails of this installation do not reach anybody.',
    notYet: 'or your address is not confirmed yet.',
    void: 'This link no longer works',
    done: 'Your address is confirmed',
    known: 'You already have a Motothek account',
    mailed: (email: string) => `We have sent an e-mail to ${email}. This address becomes valid`,
    waits: (email: string) => `${email} is not confirmed yet.`,
    withdraw: 'Withdraw the new address',
    withdrawn: 'The new address is withdrawn',
  },
  de: {
    folder: 'Die E-Mails dieser Installation kommen nirgends an.',
    notYet: 'oder Ihre Adresse ist noch nicht bestätigt.',
    void: 'Dieser Link funktioniert nicht mehr',
    done: 'Ihre Adresse ist bestätigt',
    known: 'Sie haben schon ein Konto bei der Motothek',
    mailed: (email: string) => `Wir haben eine E-Mail an ${email} geschickt. Diese Adresse gilt`,
    waits: (email: string) => `${email} ist noch nicht bestätigt.`,
    withdraw: 'Neue Adresse zurückziehen',
    withdrawn: 'Die neue Adresse ist zurückgezogen',
  },
};

for (const language of languages) {
  const [w, t] = [words[language], texts[language]];

  test(`an account is made by the link of a mail, and its address is changed by another one (${language})`, async ({
    browser,
  }, { project }) => {
    const { dataDir } = ownServer();
    const email = `new-${language}-${project.name}-${Date.now()}@example.org`;
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);

    // Begun on a page that needs an account, where it ends as well.
    await page.goto('/my-downloads');
    await page.getByRole('link', { name: w.register, exact: true }).last().click();
    await fillRegistration(page, language, email);
    await page.getByRole('button', { name: w.register, exact: true }).click();
    await expect(page.getByText(t.folder)).toBeVisible();
    await expectSoundScreen(page, language);

    const stranger = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await stranger.goto('/authentication/login');
    await stranger.getByLabel(w.email, { exact: true }).fill(email);
    await stranger.getByLabel(w.password, { exact: true }).fill(registered.password);
    await stranger.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(stranger.getByRole('main').getByText(t.notYet).first()).toBeVisible();

    const link = await confirmationAddress(email, dataDir);
    await page.goto(link);
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: w.confirm, exact: true }).click();
    await expect(page.getByRole('link', { name: `${w.hello} ${registered.name}` })).toBeVisible();
    await expect(page).toHaveURL(/\/my-downloads$/);
    await stranger.goto(link);
    await expect(stranger.getByRole('heading', { level: 1, name: t.void })).toBeVisible();
    await expectSoundScreen(stranger, language);

    await page.getByRole('link', { name: `${w.hello} ${registered.name}` }).click();
    const enterAddress = async (address: string) => {
      await page.getByLabel(w.email, { exact: true }).fill(address);
      await page.locator('input[name="current-password"]').fill(registered.password);
      await page.getByRole('button', { name: w.save, exact: true }).click();
      await expect(page.getByText(t.mailed(address))).toBeVisible();
      await expectSoundScreen(page, language);
      return confirmationAddress(address, dataDir);
    };
    const mistyped = await enterAddress(`typo-${email}`);
    await expect(page.getByText(t.waits(`typo-${email}`))).toBeVisible();
    await page.getByRole('button', { name: t.withdraw, exact: true }).click();
    await expect(page.getByText(t.withdrawn)).toBeVisible();
    await stranger.goto(mistyped);
    await expect(stranger.getByRole('heading', { level: 1, name: t.void })).toBeVisible();

    await stranger.goto(await enterAddress(`other-${email}`));
    await expectSoundScreen(stranger, language);
    await stranger.getByLabel(w.password, { exact: true }).fill(registered.password);
    await stranger.getByRole('button', { name: w.confirm, exact: true }).click();
    await expect(stranger.getByRole('heading', { level: 1, name: t.done })).toBeVisible();
  });

  test(`registering a known address shows the same page, and its owner gets a mail (${language})`, async ({ browser }, {
    project,
  }) => {
    const { dataDir } = ownServer();
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    const email = project.name === 'js' ? accounts.expert1 : accounts.expert2;
    const told = () =>
      readOutbox(dataDir).filter(({ to, text }) => to === email && text.includes('/forgotten-password'));
    const before = told().length;
    await page.goto('/authentication/register');
    await fillRegistration(page, language, email);
    await page.getByRole('button', { name: w.register, exact: true }).click();
    await expect(page.getByText(email)).toBeVisible();
    await expect.poll(() => told().length).toBe(before + 1);
  });
}

test('a registration is confirmed in another browser with its password', async ({ browser }, { project }) => {
  const { dataDir } = ownServer();
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  const email = `elsewhere-${project.name}-${Date.now()}@example.org`;
  await page.goto('/authentication/register');
  await registerByMail(page, 'en', email, dataDir);
  const elsewhere = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await elsewhere.goto(page.url());
  const password = elsewhere.getByLabel(words.en.password, { exact: true });
  await password.fill('the password of somebody');
  await elsewhere.getByRole('button', { name: words.en.confirm, exact: true }).click();
  await expect(elsewhere.getByRole('link', { name: /not the password with which you registered/ })).toBeVisible();
  await password.fill(registered.password);
  await elsewhere.getByRole('button', { name: words.en.confirm, exact: true }).click();
  await expect(elsewhere.getByRole('link', { name: `${words.en.hello} ${registered.name}` })).toBeVisible();
});
