import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn, waitForScript } from './support/journey';
import { words } from './support/words';

test('a click as the script of a page takes over does not break it', async ({ browser }, { project }) => {
  test.skip(project.name === 'no-js', 'Nothing takes over without script.');
  const page = await newVisitor(browser, 'en', true);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // React listens to the whole document from the moment it begins to take over.
  await page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (...[kind, ...rest]: Parameters<typeof listen>) => {
      listen(kind, ...rest);
      if (kind === 'click') queueMicrotask(() => document.body.click());
    };
  });
  await page.goto('/');
  await waitForScript(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test('what is typed before the script of a page takes over stays', async ({ browser }, { project }) => {
  test.skip(project.name === 'no-js', 'Nothing takes over without script.');
  const page = await newVisitor(browser, 'en', true);
  await signIn(page, 'en', accounts.contributor);
  const buffer = gripStudyCsv(53, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, 'en', { name: 'early.csv', mimeType: 'text/csv', buffer });
  await mapColumns(page, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  await page.goto(`/file-upload/meta/${id}`);
  const abstract = page.getByLabel('Abstract', { exact: true });
  await abstract.fill('Kept as a draft');
  await page.getByRole('button', { name: words.en.saveDraft }).first().click();
  await expect(abstract).toHaveValue('Kept as a draft');

  let letScriptIn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letScriptIn = resolve));
  await page.route(/\/assets\/entry\.client.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  // The moment React puts the stored text back, somebody goes on typing.
  await page.addInitScript(() => {
    const { prototype } = HTMLTextAreaElement;
    const value = Object.getOwnPropertyDescriptor(prototype, 'value')!;
    let hasTyped = false;
    function typeOn(area: HTMLTextAreaElement) {
      // A browser tells of a key before it writes; of a command it does not.
      area.dispatchEvent(new InputEvent('beforeinput', { bubbles: true }));
      document.execCommand('insertText', false, ', and after');
    }
    Object.defineProperty(prototype, 'value', {
      ...value,
      set(this: HTMLTextAreaElement, text: string) {
        const isReset = text === this.defaultValue && this.value !== text;
        value.set!.call(this, text);
        if (!isReset || hasTyped) return;
        hasTyped = true;
        queueMicrotask(() => typeOn(this));
      },
    });
  });
  await page.goto(page.url(), { waitUntil: 'commit' });
  await abstract.fill('Typed before script came');
  letScriptIn();
  // Script keeps the draft as soon as it has taken over and knows of the change.
  await expect(page.getByRole('status').filter({ hasText: /^Draft saved at / })).toBeVisible();
  await expect(abstract).toHaveValue('Typed before script came, and after');
  await page.context().close();
});
