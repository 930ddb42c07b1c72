import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';

import { expect as expectSoon, test, type APIRequestContext, type Page } from '@playwright/test';

import { accounts, newVisitor, signIn, waitForScript } from './support/journey';
import { startServer } from './support/server-process';

const root = path.resolve(import.meta.dirname, '../..');
/** Everything that `npm run dev` needs, except the packages. */
const sources = [
  'app',
  'domain',
  'locales',
  'package.json',
  'public',
  'remix.config.ts',
  'server.ts',
  'services',
  'tsconfig.json',
];

const expect = expectSoon.configure({ timeout: 120_000 });

test('npm run dev shows changes of the sources without a restart, and restarts for changes of the server', async ({
  browser,
}, { project }) => {
  test.skip(project.name === 'no-js', 'the journey opens pages with and without script itself');
  test.setTimeout(900_000);
  const copy = copySources();
  const server = await startServer({}, { sources: copy, ownGroup: true });
  const starts = () => server.output().match(/^Motothek is ready/gm)?.length ?? 0;
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(path.join(copy, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path.join(copy, file), text.replace(from, to));
  };
  try {
    const page = await newVisitor(browser, 'en', true, server.origin);
    const plain = await newVisitor(browser, 'de', false, server.origin);
    const errors = collectErrors(page);
    await signIn(page, 'en', accounts.contributor);
    await plain.goto('/');
    // Hydration would write the title again, and it misses changes made before.
    await waitForScript(page);
    await page.evaluate(() => (document.title = 'not reloaded'));

    change('app/components/frame/footer.tsx', '<footer className="footer">', '<footer className="footer changed">');
    await expect(page.locator('footer.changed')).toBeVisible();
    change('app/styles/tokens.css', ':root {', ':root { --changed: yes;');
    const style = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--changed'));
    await expect.poll(style).toBe('yes');
    await expect(page).toHaveTitle('not reloaded');

    change('locales/en/home.json', 'Motothek: research data', 'Motothek: changed data');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('changed data');
    change('locales/de/home.json', 'Motothek: ', 'Motothek, geändert: ');
    // Without script a page does not notice the change itself, and the server may notice it after the reload.
    const reloadedHeading = async () => {
      await plain.reload();
      return plain.getByRole('heading', { level: 1 }).textContent();
    };
    await expect.poll(reloadedHeading).toContain('geändert');
    await expect(plain.locator('footer.changed')).toBeVisible();

    change('public/icons/slj.svg', 'viewBox', 'data-changed="" viewBox');
    expect(await (await page.request.get('/icon-sprite.svg')).text()).toContain('data-changed');
    expect(errors).toEqual([]);
    expect(starts()).toBe(1);
    await expectNoForeignAccess(copy, page.request, server.origin);

    // A broken component is shown, also by a server that starts with it, until it is mended.
    change('app/components/frame/footer.tsx', '<footer className="footer changed">', '<footer');
    const reloadedText = async () => {
      await plain.reload();
      return plain.locator('body').textContent();
    };
    await expect.poll(reloadedText).toMatch(/footer\.tsx:\d+:\d+/);
    const connections = countConnections(page);
    await page.reload();
    await expect(page.locator('body')).toContainText(/footer\.tsx:\d+:\d+/);
    await expect.poll(connections).toBeGreaterThanOrEqual(1);
    change('domain/limits.ts', 'export', '\nexport');
    await expect.poll(starts).toBe(2);
    await expect.poll(connections).toBeGreaterThanOrEqual(2);
    change('app/components/frame/footer.tsx', '<footer', '<footer className="footer mended">');
    await expect(page.locator('footer.mended')).toBeVisible();

    await plain.goto('/data-set/1');
    await expect(plain.getByRole('heading', { level: 1 })).toBeVisible();
  } finally {
    // Like Ctrl-C in a terminal, which every process of the group receives.
    await server.killAll('SIGINT');
    for (const folder of [copy, server.dataDir]) rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Copies the sources to a folder that Git ignores. Parentheses in its name must not be read as a pattern. Its
 * `node_modules` is separate, with links to the packages, because Vite keeps files there that belong to one folder.
 */
function copySources(): string {
  mkdirSync(path.join(root, 'build'), { recursive: true });
  const copy = mkdtempSync(path.join(root, 'build/develop (copy)-'));
  for (const source of sources) cpSync(path.join(root, source), path.join(copy, source), { recursive: true });
  mkdirSync(path.join(copy, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (!name.startsWith('.vite'))
      symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name));
  }
  return copy;
}

/** Data folders in the project stay private, other sites reach nothing of Vite, and no upgrade stays unanswered. */
async function expectNoForeignAccess(copy: string, request: APIRequestContext, origin: string): Promise<void> {
  for (const folder of ['data', 'data (copy)']) {
    mkdirSync(path.join(copy, folder));
    writeFileSync(path.join(copy, folder, 'session-secret'), 'another-secret');
  }
  // The path of a socket has at most 107 characters.
  const socket = createServer().listen(path.relative('', path.join(copy, 'data/socket')));
  await once(socket, 'listening');
  for (const file of ['data/session-secret', 'data/socket', 'data (copy)/session-secret', 'package.json']) {
    for (const address of [file, `${file}?raw`, `@fs${path.join(copy, file)}?raw`]) {
      expect((await request.get(encodeURI(`/${address}`))).status(), address).toBe(403);
    }
  }
  socket.close();

  const typeFor = async (site: string) =>
    (await request.get('/app/root.tsx', { headers: { 'Sec-Fetch-Site': site } })).headers()['content-type'];
  expect(await typeFor('same-origin')).toContain('javascript');
  for (const site of ['same-site', 'cross-site']) expect(await typeFor(site)).toContain('html');

  const upgrade = get(`${origin}/elsewhere`, { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } });
  const [answer] = (await once(upgrade, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(404);
}

/** Counts how often Vite's script in the page has connected to the server, from now on. */
function countConnections(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void (String(payload).includes('"connected"') && count++)),
  );
  return () => count;
}

/** Collects errors reported by script from now on. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}
