import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from '@playwright/test';

import { crashForms, postStatus } from '../crash/crash-forms';
import { crashUploads } from '../crash/crash-uploads';
import { gripStudyCsv } from '../fixtures/grip-study';
import { correctFile, fillMetadata, mapColumns, saveAndSubmit, saveMetadata, uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn, waitUntilDone } from './support/journey';
import { readOutbox } from './support/outbox';
import { startServer, type ServerProcess } from './support/server-process';
import { words } from './support/words';

const w = words.en;
/** Who gets mails about a submission. */
const people = Object.values(accounts).filter((email) => email !== accounts.admin);
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startServer({}, { ownGroup: true });
});
test.afterAll(() => server.stop());

async function crashAndRestart(): Promise<void> {
  await server.kill();
  await server.start();
}

test('kill -9 right after uploading and voting loses neither', async ({ browser }, { project }) => {
  test.skip(project.name === 'js', 'what survives a crash is on the server, whatever the browser does');
  const page = await newVisitor(browser, 'en', false, server.origin);
  await signIn(page, 'en', accounts.contributor);

  const buffer = gripStudyCsv(7, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, 'en', { name: 'crash.csv', mimeType: 'text/csv', buffer });
  await crashAndRestart();
  await page.goto('/file-upload');
  await expect(page.getByRole('table', { name: w.myUploads })).toContainText('crash.csv');

  await page.goto(`/file-upload/data/${id}`);
  await mapColumns(page, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  await expect(page.getByText(w.noProblems)).toBeVisible();
  await page.goto(`/file-upload/meta/${id}`);
  await fillMetadata(page, 'en', 'Survives a crash', 'CC-BY 4.0');
  await saveAndSubmit(page, 'en', id);

  for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
    const expert = await newVisitor(browser, 'en', false, server.origin);
    await signIn(expert, 'en', account);
    await expert.goto(`/editorial-board/vote/${id}`);
    const panel = expert.getByRole('group', { name: w.expert(index + 1) });
    await panel.getByRole('combobox', { name: w.expertEmail }).selectOption(account);
    await panel.getByRole('checkbox', { name: w.impartial }).check();
    await panel.getByRole('radio', { name: w.accept }).check();
    await panel.getByRole('textbox', { name: w.note }).fill(`note ${index + 1}`);
    await panel.getByRole('button', { name: w.saveVote }).click();
    await expect(expert.getByRole('heading', { name: 'Success' })).toBeVisible();
    await crashAndRestart();
    await expert.goto(`/editorial-board/vote/${id}`);
    await expect(expert.getByText(`note ${index + 1}`)).toBeVisible();
    await expert.context().close();
  }
  // The next process runs the jobs of the killed one, so the data set gets published.
  await expect(async () => {
    await page.goto('/?q=Survives');
    await expect(page.getByRole('table', { name: w.results })).toContainText('Survives a crash', { timeout: 2000 });
  }).toPass();
  await page.context().close();
});

test('kill -9 right after any response to the metadata form loses no character; after Submit, no mail and no DOI', async ({
  browser,
}, { project }) => {
  test.skip(project.name === 'js', 'looks with and without script itself');
  // `npm run test:crash` does it more often.
  const { id, page } = await crashForms(server, browser, { seed: 8, kills: 2, say: () => undefined });
  await fillMetadata(page, 'en', `Submitted before a crash`, 'CC-BY 4.0');
  await saveMetadata(page, 'en');
  await page.goto(`/file-upload/submit/${id}`);
  expect(await postStatus(page, w.submit)).toBe(303);
  await server.killAll();
  await server.start();
  await expect(async () => {
    const mails = readOutbox(server.dataDir).filter(({ text }) => text.includes('crash-8.csv'));
    for (const email of people) expect(mails.map(({ to }) => to)).toContain(email);
    await page.goto(`/file-upload/submit/${id}`);
    await expect(page.getByText(w.submitted)).toBeVisible({ timeout: 2000 });
    await expect(page.getByText(/10\.\d+\//).first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.context().close();
});

test('kill -9 at any moment of uploads leaves complete files, each read or refused with a reason', async () => {
  const info = test.info();
  test.skip(info.project.name === 'js', 'what survives a crash is on the server, whatever the browser does');
  // `npm run test:crash -- --kills 1 --seed …` repeats this run, and more kills repeat it more often.
  const seed = randomInt(2 ** 31);
  info.annotations.push({ type: 'seed', description: String(seed) });
  const folder = info.outputPath('files');
  mkdirSync(folder, { recursive: true });
  const said: string[] = [`seed ${seed}`];
  const run = crashUploads(server, { kills: 1, seed, folder, say: (text) => void said.push(text) });
  const report = await run.catch((error: unknown) => {
    throw new Error(said.join('\n'), { cause: error });
  });
  expect(report.read + report.failed).toBe(report.acknowledged + report.unacknowledged);
});

test('kill -9 while a corrected file is received leaves the previous or the new one, complete and mapped', async ({
  browser,
}, { project }) => {
  test.skip(project.name === 'js', 'what survives a crash is on the server, whatever the browser does');
  const page = await newVisitor(browser, 'en', false, server.origin);
  await signIn(page, 'en', accounts.contributor);
  const csv = (seed: number) => ({
    name: `correction-${seed}.csv`,
    mimeType: 'text/csv',
    buffer: gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 }),
  });
  const id = await uploadRaw(page, 'en', csv(900));
  await mapColumns(page, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);

  const names = ['correction-900.csv'];
  // From the first bytes of the body until well after the response.
  for (const [index, waitMs] of [30, 300].entries()) {
    await page.goto(`/file-upload/correct/${id}`);
    await page.getByLabel(w.correctedFile, { exact: true }).setInputFiles(csv(901 + index));
    await page.getByRole('button', { name: w.correctFile }).click({ noWaitAfter: true });
    await delay(waitMs);
    await crashAndRestart();
    await page.goto(`/file-upload/correct/${id}`);
    await waitUntilDone(page, 'en');
    await page.goto(`/file-upload/data/${id}`);
    const file = await page.getByText(/^File: correction-9\d\d\.csv$/).innerText();
    expect([names.at(-1), `correction-${901 + index}.csv`]).toContain(file.replace('File: ', ''));
    names.push(file.replace('File: ', ''));
    await expect(page.getByRole('combobox', { name: w.target('F', 'grip (kg)') })).toHaveValue('handgrip|kg');
    await page.goto(`/file-upload/check/${id}`);
    await waitUntilDone(page, 'en');
    await expect(page.getByText(w.noProblems)).toBeVisible();
  }

  await correctFile(page, 'en', id, csv(910));
  await crashAndRestart();
  await page.goto(`/file-upload/data/${id}`);
  await expect(page.getByText('File: correction-910.csv', { exact: true })).toBeVisible();
  await page.context().close();
});
