import { execFileSync } from 'node:child_process';

import { expect, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, ownServer, signIn } from './support/journey';
import { demoPassword } from './support/server-process';
import { words, type Language } from './support/words';

const texts = {
  en: {
    link: 'Administration',
    accounts: 'Accounts',
    q: 'Name or e-mail',
    find: 'Find',
    lock: 'Lock account',
    locked: 'The account is locked.',
    refused: 'This account is locked. Contact support.',
    unlock: 'Unlock account',
    unlocked: 'The account is unlocked.',
    give: 'Give the role Experts',
    given: 'The account has the role Experts now.',
    email: 'E-mail',
    save: 'Save',
    invalid: 'Enter an e-mail address in the form name@example.org.',
    into: 'E-mail of the account that stays',
    compare: 'Compare both accounts',
    unknown: 'There is no account with this e-mail address. Check it in the list of accounts.',
    ends: 'Ends',
    merge: 'Merge accounts',
    merged: 'The accounts are merged. This is the one that stays.',
    wrong: 'The e-mail address or password is incorrect, or your address is not confirmed yet.',
    audit: 'Administrative acts by or about this account',
    acts: ['Role given', 'Account unlocked', 'Account locked', 'Account added'],
    others: ['Overview', 'Storage', 'Fixity', 'Jobs', 'DOIs', 'Mails', 'Settings'],
  },
  de: {
    link: 'Verwaltung',
    accounts: 'Konten',
    q: 'Name oder E-Mail',
    find: 'Suchen',
    lock: 'Konto sperren',
    locked: 'Das Konto ist gesperrt.',
    refused: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Support.',
    unlock: 'Konto entsperren',
    unlocked: 'Das Konto ist entsperrt.',
    give: 'Rolle Experts geben',
    given: 'Das Konto hat jetzt die Rolle Experts.',
    email: 'E-Mail',
    save: 'Speichern',
    invalid: 'Geben Sie eine E-Mail-Adresse in der Form name@example.org ein.',
    into: 'E-Mail des Kontos, das bleibt',
    compare: 'Beide Konten vergleichen',
    unknown: 'Mit dieser E-Mail-Adresse gibt es kein Konto. Prüfen Sie sie in der Liste der Konten.',
    ends: 'Endet',
    merge: 'Konten zusammenführen',
    merged: 'Die Konten sind zusammengeführt. Das ist das Konto, das bleibt.',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht, oder Ihre Adresse ist noch nicht bestätigt.',
    audit: 'Vorgänge von diesem Konto oder über dieses Konto',
    acts: ['Rolle gegeben', 'Konto entsperrt', 'Konto gesperrt', 'Konto angelegt'],
    others: ['Übersicht', 'Speicher', 'Unversehrtheit', 'Aufträge', 'DOIs', 'E-Mails', 'Einstellungen'],
  },
};

function account(...given: string[]): void {
  const env = { ...process.env, DATA_DIR: ownServer().dataDir };
  execFileSync('node', ['build/account.js', ...given], { env, input: `${demoPassword}\n` });
}
const addAccount = (email: string) => account('add', email, 'Pat Person', '--password-stdin');

test('an administrator locks and unlocks an account, gives it a role and finds it all in the audit', async ({
  browser,
}, { project }) => {
  for (const language of ['en', 'de'] satisfies Language[]) {
    const t = texts[language];
    const w = words[language];
    const email = `pat-${project.name}-${language}@example.org`;
    addAccount(email);
    const owner = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(owner, language, email);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.admin);
    await page.getByRole('link', { name: t.link, exact: true }).click();
    for (const name of t.others) {
      await page.getByRole('main').getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
      await expectSoundScreen(page, language);
    }
    await page.getByRole('main').getByRole('navigation').getByRole('link', { name: t.accounts, exact: true }).click();
    await page.getByLabel(t.q, { exact: true }).fill(email);
    await page.getByRole('button', { name: t.find }).click();
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await expectSoundScreen(page, language);
    await page.getByRole('rowheader').getByRole('link').click();
    await expectSoundScreen(page, language);

    await page.getByRole('button', { name: t.lock, exact: true }).click();
    await expect(page.getByText(t.locked).first()).toBeVisible();
    await owner.goto('/file-upload');
    await owner.getByLabel(w.email, { exact: true }).fill(email);
    await owner.getByLabel(w.password, { exact: true }).fill(demoPassword);
    await owner.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(owner.getByText(t.refused).first()).toBeVisible();

    await page.getByRole('button', { name: t.unlock, exact: true }).click();
    await expect(page.getByText(t.unlocked).first()).toBeVisible();
    await owner.getByLabel(w.password, { exact: true }).fill(demoPassword);
    await owner.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(owner.getByRole('link', { name: w.hello })).toBeVisible();

    await page.getByRole('button', { name: t.give, exact: true }).click();
    await expect(page.getByText(t.given).first()).toBeVisible();
    await page.getByLabel(t.email, { exact: true }).fill('no address');
    await page.getByRole('button', { name: t.save, exact: true }).click();
    await expect(page.getByRole('link', { name: t.invalid })).toBeVisible();
    await expectSoundScreen(page, language);

    await page.getByRole('link', { name: t.audit }).click();
    await expect(page.getByRole('row')).toHaveCount(t.acts.length + 1);
    for (const [index, act] of t.acts.entries()) await expect(page.getByRole('row').nth(index + 1)).toContainText(act);
    await expectSoundScreen(page, language);
  }
});

test('an administrator merges two accounts of one person, on a page and by command', async ({ browser }, {
  project,
}) => {
  for (const language of ['en', 'de'] satisfies Language[]) {
    const t = texts[language];
    const w = words[language];
    const [goes, stays, other] = ['goes', 'stays', 'other'].map(
      (name) => `${name}-${project.name}-${language}@example.org`,
    ) as [string, string, string];
    for (const email of [goes, stays, other]) addAccount(email);
    const owner = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(owner, language, goes);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.admin);
    await page.goto(`/administration/accounts?q=${encodeURIComponent(goes)}`);
    await page.getByRole('rowheader').getByRole('link').click();
    await page.getByLabel(t.into, { exact: true }).fill('nobody@example.org');
    await page.getByRole('button', { name: t.compare, exact: true }).click();
    await expect(page.getByRole('link', { name: t.unknown })).toBeVisible();
    await expect(page).toHaveTitle(/^(Error|Fehler): /);
    if (project.use.javaScriptEnabled !== false) await expect(page.locator('main .notice-error')).toBeFocused();
    await expectSoundScreen(page, language);
    await page.getByLabel(t.into, { exact: true }).fill(stays);
    await page.getByRole('button', { name: t.compare, exact: true }).click();
    await expect(page.getByRole('columnheader', { name: t.ends, exact: true })).toBeAttached();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.merge, exact: true }).click();
    await expect(page.getByText(t.merged).first()).toBeVisible();
    await expect(page.getByText(stays, { exact: true }).first()).toBeVisible();
    account('merge', other, stays, '--yes');

    for (const email of [goes, other]) {
      await owner.goto('/file-upload');
      await owner.getByLabel(w.email, { exact: true }).fill(email);
      await owner.getByLabel(w.password, { exact: true }).fill(demoPassword);
      await owner.getByRole('button', { name: w.logIn, exact: true }).click();
      await expect(owner.getByText(t.wrong).first()).toBeVisible();
    }
    await owner.getByLabel(w.email, { exact: true }).fill(stays);
    await owner.getByLabel(w.password, { exact: true }).fill(demoPassword);
    await owner.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(owner.getByRole('link', { name: w.hello })).toBeVisible();
  }
});
