import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test, type Browser, type Page } from '@playwright/test';
import type pg from 'pg';

import { connectToRunning } from '../../services/database/open-database';
import { createAccounts } from '../../services/identity/accounts/accounts';
import { gripStudyCsv } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { castVote, sendVote } from './support/expert';
import { newVisitor } from './support/journey';
import { freePort, startServer, type ServerProcess } from './support/server-process';
import { words } from './support/words';

const w = words.en;
/** Words that occur only in what is typed, uploaded or requested here. */
const planted = {
  email: 'planted-contributor@example.org',
  expertEmail: 'planted-expert@example.org',
  unknownEmail: 'planted-nobody@example.org',
  name: 'Plantedname',
  password: 'planted first password',
  wrongPassword: 'planted wrong password',
  newPassword: 'planted second password',
  resetToken: 'plantedresettokenplantedresettoken',
  file: 'planted-file-of-a-person',
  secondFile: 'planted-file-for-a-full-disk',
  cell: 'plantedcell',
  column: 'plantedcolumn',
  comment: 'planted comment',
  title: 'Planted title',
  abstract: 'Planted abstract',
  note: 'planted note',
  searchWord: 'plantedsearchword',
  returnUrl: 'plantedreturn',
  path: 'plantedpath',
  bearer: 'plantedbearertoken',
};
const full = mkdtempSync(path.join(tmpdir(), 'motothek-full-'));
const fullDisk = path.join(full, 'full');
let server: ServerProcess;
let pool: pg.Pool;
let smtpPort: number;

test.beforeAll(async () => {
  test.skip(test.info().project.name === 'js', 'the log does not depend on script');
  // Nothing listens on this port, so every mail fails.
  smtpPort = await freePort();
  server = await startServer({
    DEMO: 'off',
    SMTP_URL: `smtp://planted-user:planted-smtp-password@127.0.0.1:${smtpPort}`,
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'support/fill-disk.mjs')}`,
    FULL_DISK: fullDisk,
  });
  pool = (await connectToRunning(server.dataDir))!.pool;
  // The database is killed below.
  pool.on('connect', (client) => client.on('error', () => {}));
});
test.afterAll(async () => {
  await pool?.end();
  await server?.stop();
  rmSync(full, { recursive: true, force: true });
});

test('after a whole journey with errors the log contains their causes, but nothing that was entered', async ({
  browser,
}) => {
  const contributor = await register(browser, planted.email);
  const expert = await register(browser, planted.expertEmail);
  await pool.query(`update identity.accounts set roles = '{Experts}' where email = $1`, [planted.expertEmail]);

  await visitWithoutAccount(browser);
  const id = await contribute(contributor);
  await review(expert, id);
  await killDatabase(contributor);
  await fillDisk(contributor);
  const kept = await keptSecrets([contributor, expert]);

  const { stdout, stderr } = server.streams();
  const secrets = [...Object.values(planted), 'planted', 'Planted', ...kept];
  const all = stdout + stderr;
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);

  const lines = stdout.split('\n').filter(Boolean).map(parseLine);
  expect(lines.filter(({ level, time, msg }) => !level || !time || !msg)).toEqual([]);
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThan(20);
  expect(
    requests.filter((line) => !line.requestId || !line.route || !line.method || line.durationMs === undefined),
  ).toEqual([]);
  expect(requests.map(({ route }) => route)).toContain('/file-upload/meta/:id');
  expectCauses(stdout);
  expectFaultOfRequest(lines);
  expect(stdout.length).toBeLessThan(500_000);
});

interface Line extends Record<string, unknown> {
  level?: string;
  time?: string;
  msg?: string;
}
const parseLine = (line: string) => JSON.parse(line) as Line;

function expectCauses(text: string): void {
  expect(text).toContain(`"code":"ECONNREFUSED"`);
  expect(text).toContain(`"port":${smtpPort}`);
  expect(text).toContain('"code":"ENOSPC"');
  // For statements that PostgreSQL refused, the constraint and its table, but no value of the row.
  for (const table of ['drafts', 'votes', 'address_confirmations']) {
    expect(text).toMatch(new RegExp(`"code":"23514"[^\\n]*"table":"${table}"|"table":"${table}"[^\\n]*"code":"23514"`));
  }
  expect(text).toContain('"constraint":"nothing_more"');
  expect(text).toContain('The embedded database ended with SIGKILL');
  expect(text).toMatch(/"jobName":"send-mail"/);
}

/** Expects that the reference number shown to the user is in the log with the error and the id of its request. */
function expectFaultOfRequest(lines: Line[]): void {
  const error = lines.find(({ level, reference }) => level === 'error' && reference);
  const request = lines.find(({ msg, requestId }) => msg === 'request' && requestId === error?.requestId);
  expect(request).toMatchObject({ level: 'warn', status: 500 });
}

/** Makes statements that write to a table fail; PostgreSQL repeats the row in the detail of the error. */
async function whileRefused(table: string, work: () => Promise<unknown>): Promise<void> {
  await pool.query(`alter table ${table} add constraint nothing_more check (false) not valid`);
  await work();
  await pool.query(`alter table ${table} drop constraint nothing_more`);
}

/**
 * Registers. Its mail cannot be sent, so the account is then made as the operator would, and the contributor also tries
 * a link that has been planted.
 */
async function register(browser: Browser, email: string): Promise<Page> {
  const page = await newVisitor(browser, 'en', false, server.origin);
  const send = async () => {
    await page.goto('/authentication/register');
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByLabel('Name', { exact: true }).fill(planted.name);
    await page.getByLabel(w.password, { exact: true }).fill(planted.password);
    await page.getByRole('button', { name: w.register, exact: true }).click();
  };
  if (email === planted.email) await whileRefused('identity.address_confirmations', send);
  await send();
  await page.goto(`/identity/confirm-address?token=${planted.resetToken}`);
  await createAccounts(pool).add({ email, name: planted.name, password: planted.password });
  await logIn(page, email);
  await expect(page.getByRole('link', { name: `Hello ${planted.name}` })).toBeVisible();
  return page;
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/authentication/login');
  await page.getByLabel(w.email, { exact: true }).fill(email);
  await page.getByLabel(w.password, { exact: true }).fill(planted.password);
  await page.getByRole('button', { name: w.logIn, exact: true }).click();
}

async function visitWithoutAccount(browser: Browser): Promise<void> {
  const page = await newVisitor(browser, 'en', false, server.origin);
  const get = (address: string, headers: Record<string, string> = {}) => page.request.get(address, { headers });
  await get(`/?q=${planted.searchWord}`);
  await get(`/${planted.path}/${planted.path}?_data=${planted.path}`);
  await get(`/api/${planted.path}?q=${planted.path}`, { Authorization: `Bearer ${planted.bearer}` });
  await get(`/authentication/login?returnUrl=/${planted.returnUrl}`, { Cookie: `session=${planted.bearer}` });
  await get(`/authentication/login-callback?code=${planted.bearer}&state=${planted.bearer}`);
  await get(`/identity/new-password?token=${planted.resetToken}`);
  await get(`/identity/${planted.path}?x=${planted.path}`);
  await page.goto('/authentication/login');
  await page.getByLabel(w.email, { exact: true }).fill(planted.email);
  await page.getByLabel(w.password, { exact: true }).fill(planted.wrongPassword);
  await page.getByRole('button', { name: w.logIn, exact: true }).click();
  await page.goto('/identity/forgotten-password');
  for (const email of [planted.unknownEmail, planted.email]) {
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send link', exact: true }).click();
    await page.goto('/identity/forgotten-password');
  }
  await page.context().close();
}

async function contribute(page: Page): Promise<string> {
  const csv = gripStudyCsv(7716, 'international', { zeroGrips: 0, weakGrips: 2 });
  const text = csv.toString('utf8').replace('height (cm)', planted.column);
  const buffer = Buffer.from(text.replace(/^S7716\S*?(?=,)/m, planted.cell));
  const id = await uploadRaw(page, 'en', { name: `${planted.file}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(page, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  const comments = page.getByRole('table', { name: w.problems }).getByRole('textbox');
  const saveComments = async () => {
    await comments.first().fill(`${planted.comment} 1`);
    await comments.nth(1).fill(`${planted.comment} 2`);
    await page.getByRole('button', { name: w.saveComments }).first().click();
  };
  await whileRefused('repository.problem_comments', saveComments);
  await page.goto(`/file-upload/check/${id}`);
  await saveComments();
  await page.goto(`/file-upload/meta/${id}`);
  const typed = async () => {
    await fillMetadata(page, 'en', planted.title, 'CC-BY 4.0');
    await page.getByLabel('Abstract', { exact: true }).fill(planted.abstract);
  };
  await typed();
  await whileRefused('web.drafts', () => page.getByRole('button', { name: w.saveDraft }).first().click());
  await page.goto(`/file-upload/meta/${id}`);
  await typed();
  await saveAndSubmit(page, 'en', id);
  return id;
}

async function review(page: Page, id: string): Promise<void> {
  await page.goto('/authentication/logout');
  await page.context().clearCookies();
  await logIn(page, planted.expertEmail);
  const vote = { panel: 1, account: planted.expertEmail, accepts: true, note: planted.note };
  await page.goto(`/editorial-board/vote/${id}`);
  await whileRefused('repository.votes', async () => {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await sendVote(page, 'en', vote);
    // The form is shown again with the message for a vote that could not be saved.
    expect((await answer).status()).toBe(502);
  });
  await page.goto(`/editorial-board/vote/${id}`);
  await castVote(page, 'en', vote);
}

/** Kills the database process while statements run. */
async function killDatabase(page: Page): Promise<void> {
  const processes = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  const own = processes.find((line) => line.includes('database-child.js') && line.includes(server.dataDir));
  const asked = Array.from({ length: 5 }, (_, nr) => page.request.get(`/?q=${planted.searchWord}${nr}`));
  process.kill(Number.parseInt(own!.trim(), 10), 'SIGKILL');
  await Promise.all(asked);
  await expect.poll(() => server.output()).toContain('ended with SIGKILL');
  await expect.poll(async () => (await page.request.get('/file-upload')).status()).toBe(200);
}

async function fillDisk(page: Page): Promise<void> {
  writeFileSync(fullDisk, '');
  await page.goto('/file-upload');
  const buffer = gripStudyCsv(7717, 'international', { zeroGrips: 0, weakGrips: 0 });
  const file = { name: `${planted.secondFile}.csv`, mimeType: 'text/csv', buffer };
  await page.getByLabel(w.rawFile).setInputFiles(file);
  await page.getByRole('button', { name: w.uploadRaw }).click();
  await expect.poll(() => server.output()).toContain('ENOSPC');
  rmSync(fullDisk);
}

/** Cookies of the browsers, and ids and tokens that the provider stores. */
async function keptSecrets(pages: Page[]): Promise<string[]> {
  const cookies = await Promise.all(pages.map((page) => page.context().cookies()));
  const values = cookies.flat().map(({ value }) => value);
  const { rows } = await pool.query<{ id: string }>('select id from identity.artifacts');
  const secrets = [...values, ...rows.map(({ id }) => id)].filter((value) => value.length >= 16);
  expect(secrets.length).toBeGreaterThan(5);
  return secrets;
}
