import { expect, test } from '@playwright/test';

import { newVisitor } from './support/journey';
import { pressTab, tabTo } from './support/keyboard';

const narrow = { width: 900, height: 800 };

test("a test's long name appears on focus and hover, stays under the pointer, and disappears with Escape", async ({
  browser,
}, { project }) => {
  test.skip(project.use.javaScriptEnabled === false, 'Escape needs script.');
  const page = await newVisitor(browser, 'en', true);
  await page.setViewportSize(narrow);
  await page.goto('/');
  const icon = page.locator('.test-icon', { has: page.getByRole('checkbox', { name: 'Handgrip' }) });
  const longName = icon.locator('.test-icon-long');
  const next = page.locator('.test-icon-long').filter({ visible: true });

  await tabTo(page, page.getByRole('checkbox', { name: 'Handgrip' }));
  await expect(longName).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(longName).toBeHidden({ timeout: 500 });
  }).toPass();
  await pressTab(page);
  await expect(next).toHaveCount(1);

  await page.getByRole('searchbox').focus();
  await icon.hover();
  await expect(longName).toBeVisible();
  await longName.hover();
  await expect(longName).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(longName).toBeHidden();
  await page.context().close();
});

test('without script no long name covers another test', async ({ browser }, { project }) => {
  test.skip(project.use.javaScriptEnabled !== false, 'With script, Escape puts it away.');
  const page = await newVisitor(browser, 'en', false);
  await page.setViewportSize(narrow);
  await page.goto('/');
  await tabTo(page, page.getByRole('checkbox', { name: 'Handgrip' }));
  await expect(page.locator('.test-icon-long').filter({ visible: true })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator('.test-icon-long').filter({ visible: true })).toHaveCount(1);
  await page.context().close();
});
