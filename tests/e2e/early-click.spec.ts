import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn, waitForScript } from './support/journey';
import { words } from './support/words';

test('a click during hydration does not break the page', async ({ browser }, { project }) => {
  test.skip(project.name === 'no-js', 'Without script there is no hydration.');
  const page = await newVisitor(browser, 'en', true);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  // React adds its listeners to the document when hydration starts.
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

test('text typed before hydration is kept', async ({ browser }, { project }) => {
  test.skip(project.name === 'no-js', 'Without script there is no hydration.');
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
  // The user goes on typing at the moment when React resets the stored text.
  await page.addInitScript(() => {
    const { prototype } = HTMLTextAreaElement;
    const value = Object.getOwnPropertyDescriptor(prototype, 'value')!;
    let hasTyped = false;
    function typeOn(area: HTMLTextAreaElement) {
      // A browser fires this event before a key changes the text, but not for a command.
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
  // Script stores the draft as soon as hydration is complete and the change is known.
  await expect(page.getByRole('status').filter({ hasText: /^Draft saved at / })).toBeVisible();
  await expect(abstract).toHaveValue('Typed before script came, and after');
  await page.context().close();
});
