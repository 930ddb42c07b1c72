import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { startServer, type ServerProcess } from './support/server-process';

/** What `npm run dev` is made from, besides the packages. */
const sources = [
  'app', 'domain', 'locales', 'public', 'services', 'package.json', 'remix.config.ts', 'server.ts', 'tsconfig.json',
]; // prettier-ignore

const root = path.resolve(import.meta.dirname, '../..');
let copy = '';
let server: ServerProcess;

test.describe.configure({ timeout: 400_000 });
test.beforeAll(async ({ browserName }, { project }) => {
  test.skip(project.name === 'no-js', `changes come to an open page of ${browserName} by script`);
  // Below the project, so that its packages are found.
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  copy = mkdtempSync(path.join(root, '.cache/develop-'));
  for (const source of sources) cpSync(path.join(root, source), path.join(copy, source), { recursive: true });
  server = await startServer({}, { sources: copy, ownGroup: true });
});
test.afterAll(async () => {
  if (server) await server.killAll();
  if (copy) rmSync(copy, { recursive: true, force: true });
  if (server) rmSync(server.dataDir, { recursive: true, force: true });
});

function change(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
  writeFileSync(path.join(copy, file), text.replace(from, to));
}

const starts = () => server.output().split('Motothek is ready').length - 1;

test('an open page follows changes of a text, a component, a style and an icon without a restart', async ({
  page,
}) => {
  await page.goto(server.origin);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Motothek: research data on motor performance');

  change('locales/en/home.json', 'Motothek: research data', 'Motothek: changed data');
  await expect(heading).toHaveText('Motothek: changed data on motor performance');

  change(
    'app/components/frame/footer.tsx',
    '<footer className="footer">',
    '<footer className="footer" data-changed>',
  );
  await expect(page.locator('footer[data-changed]')).toBeVisible();

  change('app/styles/tokens.css', ':root {', ':root { --changed: here;');
  const changed = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--changed'));
  await expect.poll(changed).toBe('here');

  change(
    'public/icons/slj.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" ',
    '<svg xmlns="http://www.w3.org/2000/svg" data-changed="" ',
  );
  expect(await (await page.request.get(`${server.origin}/icon-sprite.svg`)).text()).toContain('data-changed');
  expect(starts()).toBe(1);
});

test('a change of a rule of the domain starts the server again on the same data', async ({ page }) => {
  const before = starts();
  change('domain/limits.ts', 'export', '\nexport');
  await expect.poll(starts, { timeout: 180_000 }).toBe(before + 1);
  await page.goto(`${server.origin}/data-set/1`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
