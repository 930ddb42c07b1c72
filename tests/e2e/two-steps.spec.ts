import { expect, test, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';

import { connectToRunning } from '../../services/database/open-database';
import { expectSoundScreen, newVisitor, ownServer, startAxe } from './support/journey';
import { readOutbox } from './support/outbox';
import { registerByMail, registered } from './support/registration';
import { languages, words, type Language } from './support/words';

const texts = {
  en: {
    title: 'Two-step login',
    setUp: 'Set up an authenticator app',
    turnOn: 'Turn on two-step login',
    newCode: 'Code from the app',
    codes: 'Recovery codes',
    save: 'Save as text file',
    kept: 'I have kept the codes: continue',
    done: 'Your authenticator app is set up.',
    code: 'Code',
    wrong: 'This code is not correct',
    useRecovery: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    newCodes: 'Make new recovery codes',
    setUpAgain: 'Set up the authenticator app again',
    remove: 'Remove the authenticator app',
    currentPassword: 'Current password',
    currentCode: 'Current code',
    off: 'Two-step login is off.',
    addPasskey: 'Add a passkey',
    next: 'Continue',
    noScript: 'Passkeys need JavaScript, which does not run here.',
    passkeyAdded: 'Your passkey was added.',
    back: 'Back to your profile',
    usePasskey: 'Use a passkey',
    passkeyAgain: 'Log in again with your passkey',
    notSaved: 'This is not saved yet.',
    left: 'Codes left: 9 of 10.',
  },
  de: {
    title: 'Anmeldung in zwei Schritten',
    setUp: 'Authenticator-App einrichten',
    turnOn: 'Anmeldung in zwei Schritten einschalten',
    newCode: 'Code aus der App',
    codes: 'Wiederherstellungscodes',
    save: 'Als Textdatei speichern',
    kept: 'Ich habe die Codes aufbewahrt: weiter',
    done: 'Ihre Authenticator-App ist eingerichtet.',
    code: 'Code',
    wrong: 'Dieser Code stimmt nicht',
    useRecovery: 'Wiederherstellungscode verwenden',
    recoveryCode: 'Wiederherstellungscode',
    newCodes: 'Neue Wiederherstellungscodes erstellen',
    setUpAgain: 'Authenticator-App neu einrichten',
    remove: 'Authenticator-App entfernen',
    currentPassword: 'Aktuelles Passwort',
    currentCode: 'Aktueller Code',
    off: 'Die Anmeldung in zwei Schritten ist ausgeschaltet.',
    addPasskey: 'Passkey hinzufügen',
    next: 'Weiter',
    noScript: 'Passkeys brauchen JavaScript, das',
    passkeyAdded: 'Ihr Passkey wurde hinzugefügt.',
    back: 'Zurück zum Profil',
    usePasskey: 'Passkey verwenden',
    passkeyAgain: 'Noch einmal mit dem Passkey anmelden',
    notSaved: 'Das ist noch nicht gespeichert.',
    left: 'Noch übrig: 9 von 10 Codes.',
  },
};

/** Opens the login page on the way to the downloads, and enters the password. */
async function enterPassword(page: Page, language: Language, email: string): Promise<void> {
  await page.goto('/authentication/login?returnUrl=/my-downloads');
  await logIn(page, language, email);
}

async function logIn(page: Page, language: Language, email: string): Promise<void> {
  const w = words[language];
  await page.getByLabel(w.email, { exact: true }).fill(email);
  await page.getByLabel(w.password, { exact: true }).fill(registered.password);
  await page.getByRole('button', { name: w.logIn, exact: true }).click();
}

function countLines(element: Element): number {
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getClientRects().length;
}

/** Lets the last login of everybody be 20 minutes ago. */
async function ageSessions(): Promise<void> {
  const database = await connectToRunning(ownServer().dataDir);
  const aged = `jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 1200))`;
  await database?.pool.query(`update identity.artifacts set payload = ${aged} where model = 'Session'`);
  await database?.close();
}

for (const language of languages) {
  const [w, t] = [words[language], texts[language]];

  test(`two-step login is set up in the profile and asked for at the next login (${language})`, async ({ browser }, {
    project,
  }) => {
    const { dataDir } = ownServer();
    const email = `steps-${language}-${project.name}-${Date.now()}@example.org`;
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/authentication/register');
    await registerByMail(page, language, email, dataDir);
    await page.getByRole('button', { name: w.confirm, exact: true }).click();

    await page.getByRole('link', { name: `${w.hello} ${registered.name}` }).click();
    await page.getByRole('link', { name: t.title, exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.setUp, exact: true }).click();
    await expectSoundScreen(page, language);
    const key = ((await page.locator('.typed-key').textContent()) ?? '').replaceAll(' ', '');
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    const step = 30_000;
    await page.getByLabel(t.newCode, { exact: true }).fill(app.generate({ timestamp: Date.now() - step }));
    await page.locator('input[name="current-password"]').fill(registered.password);
    await page.getByRole('button', { name: t.turnOn, exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name: t.codes });
    await expect(heading).toBeVisible();
    await expectSoundScreen(page, language);
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height });
    expect(await heading.evaluate(countLines), 'its word is not cut on a telephone').toBe(1);
    await page.setViewportSize({ width, height });
    const codes = await page.locator('.recovery-codes code').allTextContents();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: t.save, exact: true }).click();
    const file = await (await downloading).createReadStream();
    const saved = (await file.toArray()).join('');
    for (const code of codes) expect(saved).toContain(code);
    await page.reload();
    expect(await page.locator('.recovery-codes code').allTextContents()).toEqual(codes);
    await page.getByRole('button', { name: t.kept, exact: true }).click();
    await expect(page.getByText(t.done)).toBeVisible();
    await expectSoundScreen(page, language);
    await expect
      .poll(() => readOutbox(dataDir).filter(({ to, text }) => to === email && text.includes('/two-step')).length)
      .toBe(1);

    const other = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await enterPassword(other, language, email);
    await expect(other.getByRole('heading', { level: 1, name: t.title })).toBeVisible();
    await other.reload();
    await expectSoundScreen(other, language);
    await other.getByLabel(t.code, { exact: true }).fill('12');
    await other.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(other.getByRole('link', { name: t.wrong })).toBeVisible();
    await expectSoundScreen(other, language);
    await other.getByLabel(t.code, { exact: true }).fill(app.generate());
    await other.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(other).toHaveURL(/\/my-downloads$/);

    const third = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await enterPassword(third, language, email);
    await third.getByRole('link', { name: t.useRecovery, exact: true }).click();
    await expectSoundScreen(third, language);
    await third.getByLabel(t.recoveryCode, { exact: true }).fill(codes[0] ?? '');
    await third.getByRole('button', { name: w.logIn, exact: true }).click();
    await third.reload();
    await expect(third.getByText(t.left)).toBeVisible();
    await expectSoundScreen(third, language);
    await third.getByRole('link', { name: t.next, exact: true }).click();
    await expect(third).toHaveURL(/\/my-downloads$/);
    await third.goto('/identity/two-step');
    await expect(third.getByText(t.left)).toBeVisible();
    await expectSoundScreen(third, language);
    for (const name of [t.newCodes, t.setUpAgain, t.remove]) {
      await third.goto('/identity/two-step');
      await third.getByRole('link', { name, exact: true }).click();
      await expectSoundScreen(third, language);
    }
    await third.getByLabel(t.currentPassword, { exact: true }).fill(registered.password);
    await third.getByLabel(t.currentCode, { exact: true }).fill(codes[1] ?? '');
    await third.getByRole('main').getByRole('button').first().click();
    await expect(third.getByText(t.off)).toBeVisible();
  });

  test(`a passkey is the second step, or the page says that it needs script (${language})`, async ({ browser }, {
    project,
  }) => {
    const { dataDir } = ownServer();
    const hasScript = project.use.javaScriptEnabled;
    const email = `passkey-${language}-${project.name}-${Date.now()}@example.org`;
    const page = await newVisitor(browser, language, hasScript);
    await page.goto('/authentication/register');
    await registerByMail(page, language, email, dataDir);
    await page.getByRole('button', { name: w.confirm, exact: true }).click();
    await page.goto('/identity/two-step');
    await page.getByRole('link', { name: t.addPasskey, exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByLabel(t.currentPassword, { exact: true }).fill(registered.password);
    await page.getByRole('button', { name: t.next, exact: true }).click();
    await expectSoundScreen(page, language);
    if (!hasScript) {
      await expect(page.getByText(t.noScript)).toBeVisible();
      return;
    }
    const add = page.getByRole('button', { name: t.addPasskey, exact: true });
    await page.evaluate(() => (navigator.credentials.create = () => Promise.reject(new Error('cancelled'))));
    await add.click();
    await expect(page.locator('#passkey-failure')).toBeFocused();
    await page.evaluate(() => delete (navigator.credentials as Partial<CredentialsContainer>).create);
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    });
    await add.click();
    await expect(page.getByRole('heading', { level: 1, name: t.codes })).toBeVisible();
    await page.getByRole('button', { name: t.kept, exact: true }).click();
    await expect(page.getByText(t.passkeyAdded)).toBeVisible();
    expect((await startAxe(page).analyze()).violations).toEqual([]);

    await page.getByRole('main').getByRole('link', { name: t.back }).click();
    await page.context().clearCookies();
    await page
      .context()
      .addCookies([
        { name: 'language', value: language === 'de' ? 'DE-DE' : 'EN-GB', url: new URL(page.url()).origin },
      ]);
    await enterPassword(page, language, email);
    expect((await startAxe(page).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: t.usePasskey, exact: true }).click();
    await expect(page).toHaveURL(/\/my-downloads$/);

    await ageSessions();
    await page.goto('/identity/profile');
    await page.getByLabel('Name', { exact: true }).fill('Erika Ernst');
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.passkeyAgain, exact: true }).click();
    await logIn(page, language, email);
    await page.getByRole('button', { name: t.usePasskey, exact: true }).click();
    await expect(page.getByText(t.notSaved)).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Erika Ernst');
    await expectSoundScreen(page, language);
  });
}
