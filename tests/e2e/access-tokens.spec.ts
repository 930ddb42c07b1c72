import { expect, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import type { Language } from './support/words';

const texts = {
  en: {
    link: 'Upload by script: access tokens',
    what: 'What it is for',
    upload: /^upload:/,
    make: 'Make token',
    missing: 'Enter what the token is for.',
    made: 'Access token',
    revoke: 'Revoke: token for',
    revoked: 'The token is revoked. It cannot be used any more.',
    open: 'can be used',
    never: 'never',
  },
  de: {
    link: 'Mit einem Skript hochladen: Zugriffstoken',
    what: 'Wofür es ist',
    upload: /^upload:/,
    make: 'Token erstellen',
    missing: 'Geben Sie an, wofür das Token ist.',
    made: 'Zugriffstoken',
    revoke: 'Widerrufen: Token für',
    revoked: 'Das Token ist widerrufen. Es ist nicht mehr gültig.',
    open: 'gültig',
    never: 'nie',
  },
};

test('an access token is made, calls the API, is listed with its use, and revoked', async ({ browser }, {
  project,
}) => {
  for (const language of ['en', 'de'] satisfies Language[]) {
    const t = texts[language];
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    const label = `Script ${project.name} ${language}`;
    const ask = async (secret: string) =>
      (await page.request.get('/api/fileupload/user', { headers: { Authorization: `Bearer ${secret}` } })).status();

    await page.goto('/file-upload');
    await page.getByRole('link', { name: t.link }).click();
    await page.getByRole('checkbox', { name: t.upload }).check();
    await page.getByRole('button', { name: t.make }).click();
    await expect(page.getByRole('link', { name: t.missing })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: t.upload })).toBeChecked();
    await expectSoundScreen(page, language);

    await page.getByLabel(t.what, { exact: true }).fill(label);
    await page.getByRole('button', { name: t.make }).click();
    const field = page.getByRole('textbox', { name: t.made, exact: true });
    await expect(field).toHaveAttribute('readonly');
    const secret = await field.inputValue();
    const row = page.getByRole('row').filter({ hasText: label });
    await expect(row).toContainText(t.never);
    await expectSoundScreen(page, language);
    expect(await ask(secret)).toBe(200);

    await page.goto('/access-tokens');
    await expect(field).toHaveCount(0);
    await expect(row).toContainText(t.open);
    await expect(row).not.toContainText(t.never);
    await page.getByRole('button', { name: `${t.revoke} ${label}` }).click();
    await expect(page.getByText(t.revoked)).toBeVisible();
    expect(await ask(secret)).toBe(401);
    await page.close();
  }
});
