import { expect, type Browser, type Page } from '@playwright/test';

import { fillMetadata, mapColumns, uploadRaw } from '../e2e/support/contributor';
import { accounts, newVisitor, signIn } from '../e2e/support/journey';
import type { ServerProcess } from '../e2e/support/server-process';
import { typedEntries } from '../e2e/support/whole-metadata';
import { words } from '../e2e/support/words';
import { gripStudyCsv } from '../fixtures/grip-study';

const w = words.en;

/** The response after which the server is killed. */
const moments = ['draft saved', 'author added', 'save refused', 'metadata saved', 'draft kept by script'] as const;
type Moment = (typeof moments)[number];

/**
 * Kills the server and its database as soon as it has responded to a post of the metadata form, restarts it and checks
 * that the form contains every character that was typed. Throws at the first missing one. Returns the upload, and a
 * page of its contributor without script.
 */
export async function crashForms(
  server: ServerProcess,
  browser: Browser,
  { seed, kills, say }: { seed: number; kills: number; say(text: string): void },
): Promise<{ id: string; page: Page }> {
  const plain = await newVisitor(browser, 'en', false, server.origin);
  const scripted = await newVisitor(browser, 'en', true, server.origin);
  for (const page of [plain, scripted]) await signIn(page, 'en', accounts.contributor);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(plain, 'en', { name: `crash-${seed}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(plain, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  const address = `/file-upload/meta/${id}`;

  for (let round = 1; round <= kills; round += 1) {
    const moment = moments[(round - 1) % moments.length]!;
    const page = moment === 'draft kept by script' ? scripted : plain;
    await page.goto(address);
    await fillMetadata(page, 'en', `Survives crash ${round} of ${id}`, 'CC-BY 4.0');
    await page.getByLabel('Abstract', { exact: true }).fill(`Line ${round}\n\n<é> & "ü" 漢字 ${round}`);
    await page.getByLabel('ORCID', { exact: true }).fill(moment === 'save refused' ? `wrong ${round}` : '');
    const typed = await typedEntries(page);
    await reach(page, moment);
    await server.killAll();
    await server.start();
    await page.goto(address);
    expect(withContent(await typedEntries(page)), `after '${moment}'`).toEqual(withContent(typed));
    say(`${round}/${kills}: killed after '${moment}', all ${withContent(typed).length} entries are there`);
  }
  await scripted.context().close();
  return { id, page: plain };
}

/** Performs the actions that lead to the response, and ends with it. */
async function reach(page: Page, moment: Moment): Promise<void> {
  if (moment === 'draft kept by script') {
    return page
      .getByRole('status')
      .filter({ hasText: /^Draft saved at / })
      .waitFor();
  }
  const names = { 'draft saved': w.saveDraft, 'author added': w.add('Author') } as const;
  const name = moment === 'save refused' || moment === 'metadata saved' ? w.save : names[moment];
  const status = await postStatus(page, name);
  expect(status).toBe({ 'author added': 200, 'save refused': 400 }[moment as string] ?? 303);
}

/** Presses a button of the page's form and returns the status as soon as it is known. */
export async function postStatus(page: Page, button: string): Promise<number> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: button, exact: true }).first().click({ noWaitAfter: true });
  return (await answer).status();
}

/** Ignores empty values, because an added one may or may not have been stored. */
function withContent(entries: string[]): string[] {
  return entries.filter((entry) => !entry.endsWith('='));
}
