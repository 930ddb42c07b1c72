import { expect, test } from '@playwright/test';

import { newVisitor } from './support/journey';

test('a click as the script of a page takes over does not break it', async ({ browser }, { project }) => {
  test.skip(project.name === 'no-js', 'Nothing takes over without script.');
  const page = await newVisitor(browser, 'en', true);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  // React listens to the whole document from the moment it begins to take over.
  await page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (...[kind, ...rest]: Parameters<typeof listen>) => {
      listen(kind, ...rest);
      if (kind === 'click') queueMicrotask(() => document.body.click());
    };
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});
