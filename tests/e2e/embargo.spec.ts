import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { castVote } from './support/expert';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { type Language, words } from './support/words';

const texts = {
  en: {
    tooLong: /An embargo may end at most 24 months from today/,
    links: 'Private links for the review of a paper',
    label: 'For whom it is',
    lastDay: 'Last day',
    make: 'Make link',
    labelMissing: 'Enter for whom the link is.',
    notice: 'For the review of a paper only',
    rows: 'Rows of data',
    csv: 'data as csv',
    back: 'Back to the data set',
    revoke: 'Revoke: link for Reviewer 1',
    ended: 'This link is not valid',
    boardEmbargo: 'Embargo of this data set',
    end: 'New end of the embargo',
    lengthen: 'Lengthen embargo',
    shorten: 'Shorten embargo',
    publishNow: 'Publish the data today',
    reason: 'Reason',
    reasonMissing: 'Give a reason of at least 2 characters.',
    lengthened: 'The embargo is lengthened.',
    embargo: 'Embargo of the data',
    finished: 'The embargo has ended. The data is being published.',
    changes: 'Changes since acceptance',
  },
  de: {
    tooLong: /Eine Sperrfrist darf höchstens 24 Monate ab heute dauern/,
    links: 'Private Links für die Begutachtung eines Artikels',
    label: 'Für wen er ist',
    lastDay: 'Letzter Tag',
    make: 'Link erstellen',
    labelMissing: 'Geben Sie an, für wen der Link ist.',
    notice: 'Nur zur Begutachtung eines Artikels',
    rows: 'Zeilen von data',
    csv: 'data als csv',
    back: 'Zurück zum Datensatz',
    revoke: 'Widerrufen: Link für Reviewer 1',
    ended: 'Dieser Link ist nicht gültig',
    boardEmbargo: 'Sperrfrist dieses Datensatzes',
    end: 'Neues Ende der Sperrfrist',
    lengthen: 'Sperrfrist verlängern',
    shorten: 'Sperrfrist verkürzen',
    publishNow: 'Die Daten heute veröffentlichen',
    reason: 'Grund',
    reasonMissing: 'Nennen Sie einen Grund mit mindestens 2 Zeichen.',
    lengthened: 'Die Sperrfrist ist verlängert.',
    embargo: 'Sperrfrist der Daten',
    finished: 'Die Sperrfrist ist beendet. Die Daten werden veröffentlicht.',
    changes: 'Änderungen seit der Annahme',
  },
};

/** A day so many days from today, yyyy-MM-dd. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const thisYear = new Date().getFullYear();

test('reviewers read data under embargo by a private link, until it is published', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const t = texts[language];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 961 : 962;
  const title = `Grip, for a paper ${seed}`;
  const page = await newVisitor(browser, language, script);
  const reviewer = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, language, { name: `embargo-${seed}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(page, language, gripStudyTargets);

  await test.step('an embargo of more than 24 months is refused at its field', async () => {
    await page.goto(`/file-upload/meta/${id}`);
    await fillMetadata(page, language, title, 'CC-BY 4.0');
    await page.locator('#f29-0-part-4').fill(String(thisYear + 3));
    await page.getByRole('button', { name: words[language].save, exact: true }).first().click();
    await expect(page.getByRole('link', { name: t.tooLong })).toBeVisible();
    await page.locator('#f29-0-part-4').fill(String(thisYear + 1));
    await saveAndSubmit(page, language, id);
  });

  let address = '';
  await test.step('a private link is made, and its address shown once', async () => {
    await page.goto(`/file-upload/submit/${id}`);
    await page.getByRole('link', { name: t.links }).click();
    await page.waitForURL(/private-links/);
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.make, exact: true }).click();
    await expect(page.getByRole('link', { name: t.labelMissing })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByLabel(t.label).fill('Reviewer 1');
    await page.getByRole('button', { name: t.make, exact: true }).click();
    address = await shownLink(page);
    await expectSoundScreen(page, language);
    await page.reload();
    await expect(page.getByRole('textbox', { name: /^(Private link|Privater Link)$/ })).toHaveCount(0);
  });

  await test.step('the reviewer reads description, rows and a file without an account', async () => {
    await reviewer.goto(address);
    await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(reviewer.getByRole('heading', { name: t.notice })).toBeVisible();
    await expectSoundScreen(reviewer, language);
    const download = reviewer.waitForEvent('download');
    await reviewer.getByRole('link', { name: t.csv }).click();
    expect((await download).suggestedFilename()).toBe('data.csv');
    await reviewer.getByRole('link', { name: t.rows }).click();
    await expect(reviewer.getByRole('table')).toContainText('kg');
    await expectSoundScreen(reviewer, language);
    await reviewer.getByRole('link', { name: t.back }).click();
    await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.reload();
    await expect(
      page
        .getByRole('row', { name: /Reviewer 1/ })
        .getByRole('cell')
        .nth(2),
    ).toHaveText('2');
  });

  await test.step('a revoked link gives nothing', async () => {
    await page.getByRole('button', { name: t.revoke }).click();
    const ended = await reviewer.goto(address);
    expect(ended?.status()).toBe(410);
    await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(t.ended);
    await expectSoundScreen(reviewer, language);
    await page.getByLabel(t.label).fill('Reviewer 2');
    await page.getByRole('button', { name: t.make, exact: true }).click();
    address = await shownLink(page);
  });

  for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
    const expert = await newVisitor(browser, language, script);
    await signIn(expert, language, account);
    await expert.goto(`/editorial-board/vote/${id}`);
    await castVote(expert, language, { panel: index + 1, account, accepts: true, note: 'Fine.' });
    await expert.context().close();
  }

  await test.step('the chair lengthens the embargo with a reason', async () => {
    const chair = await newVisitor(browser, language, script);
    await signIn(chair, language, accounts.chair);
    await chair.goto(`/editorial-board/vote/${id}`);
    await chair.getByRole('link', { name: t.boardEmbargo }).click();
    await chair.waitForURL(/editorial-board\/embargo/);
    await expectSoundScreen(chair, language);
    await chair.getByLabel(t.end).fill(inDays(500));
    await chair.getByRole('button', { name: t.lengthen }).click();
    await expect(chair.getByRole('link', { name: t.reasonMissing })).toBeVisible();
    await expectSoundScreen(chair, language);
    await chair.getByRole('textbox', { name: t.reason }).fill('The paper appears later.');
    await chair.getByRole('button', { name: t.lengthen }).click();
    await expect(chair.getByText(t.lengthened)).toBeVisible();
    await chair.context().close();
  });

  await test.step('the contributor ends it, and the link leads to the public page', async () => {
    await page.goto(`/file-upload/submit/${id}`);
    await page.getByRole('link', { name: t.embargo }).click();
    await page.waitForURL(/file-upload\/embargo/);
    await expectSoundScreen(page, language);
    await page.getByLabel(t.end).fill(inDays(0));
    await page.getByRole('button', { name: t.shorten }).click();
    await expect(page.locator('#publishNow-error')).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByLabel(t.publishNow).check();
    await page.getByRole('button', { name: t.shorten }).click();
    await expect(page.getByText(t.finished)).toBeVisible();
    await expectSoundScreen(page, language);
    await expect(async () => {
      await reviewer.goto(address);
      await expect(reviewer).toHaveURL(/\/data-set\/\d+/, { timeout: 1000 });
    }).toPass();
    await expect(reviewer.getByRole('region', { name: t.changes })).toContainText('The paper appears later.');
    await expectSoundScreen(reviewer, language);
  });
  for (const one of [page, reviewer]) await one.context().close();
});

/** Address of the private link that the page shows. */
async function shownLink(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: /^(Private link|Privater Link)$/ });
  await expect(field).toHaveValue(/^https?:\S+\/private-link\/[\w-]{43}$/);
  return field.inputValue();
}
