import { expect, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { correctFile, fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { castVote } from './support/expert';
import { accounts, expectSoundScreen, newVisitor, signIn, waitUntilDone } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    link: 'New version',
    begin: 'Begin new version',
    is: /Version 2 of a published data set\./,
    rows: 'Rows',
    news: 'What is new in this version',
    missing: 'Enter what is new in this version.',
    persons: 'Both numbers are right',
    board: /New version: what has changed since data set/,
    newer: /There is a newer version of this data set\./,
    toNewest: 'Go to version 2',
    versions: 'Published versions',
    shown: /2 \(shown here, newest\)/,
    downloaded: 'There is a newer version: version 2',
    ask: /^Tell me by e-mail about new versions: Grip, continued/,
    asked: 'You will get an e-mail about each new version of this data set.',
  },
  de: {
    link: 'Neue Version',
    begin: 'Neue Version beginnen',
    is: /Version 2 eines veröffentlichten Datensatzes\./,
    rows: 'Zeilen',
    news: 'Was ist neu an dieser Version?',
    missing: 'Geben Sie an, was an dieser Version neu ist.',
    persons: 'Beide Zahlen sind richtig',
    board: /Neue Version: was sich gegenüber Datensatz/,
    newer: /Von diesem Datensatz gibt es eine neuere Version\./,
    toNewest: 'Zur Version 2',
    versions: 'Veröffentlichte Versionen',
    shown: /2 \(hier angezeigt, neueste\)/,
    downloaded: 'Es gibt eine neuere Version: Version 2',
    ask: /^Neue Versionen per E-Mail melden: Grip, continued/,
    asked: 'Jede neue Version dieses Datensatzes wird Ihnen per E-Mail gemeldet.',
  },
};

test('a published data set is continued by a new version, and both stay reachable', async ({ browser }, {
  project,
}) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 931 : 932;
  const title = `Grip, continued ${seed}`;
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const file = (content: Buffer) => ({ name: `continued-${seed}.csv`, mimeType: 'text/csv', buffer: content });
  const first = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, language, file(first));
  await mapColumns(page, language, gripStudyTargets);
  await page.goto(`/file-upload/meta/${id}`);
  await fillMetadata(page, language, title, 'CC-BY 4.0');
  await saveAndSubmit(page, language, id);
  const experts = [accounts.expert1, accounts.expert2];
  const accept = async (upload: string, look?: RegExp) => {
    for (const [index, account] of experts.entries()) {
      const expert = await newVisitor(browser, language, script);
      await signIn(expert, language, account);
      await expert.goto(`/editorial-board/vote/${upload}`);
      if (look && index === 0) {
        await expect(expert.getByRole('heading', { name: look })).toBeVisible();
        await expectSoundScreen(expert, language);
      }
      await castVote(expert, language, { panel: index + 1, account, accepts: true, note: '' });
      await expert.context().close();
    }
  };
  await accept(id);
  await page.goto(`/file-upload/submit/${id}`);
  const dataSet = page.locator('main a[href^="/data-set/"]').first();
  const address = (await dataSet.getAttribute('href')) ?? '';
  await expect
    .poll(async () => {
      await page.goto(address);
      return page.getByRole('heading', { level: 2 }).count();
    })
    .toBeGreaterThan(5);
  // Leaving the page before would cut the download off, which has to be among the user's own.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await download;

  let next = '';
  await test.step('the contributor begins it on the page of the data set and replaces the file', async () => {
    await page.goto(address);
    await page.getByRole('link', { name: t.link, exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.begin }).click();
    await page.waitForURL(/\/file-upload\/correct\/\d+r/);
    next = /correct\/(\d+r)/.exec(page.url())?.[1] ?? '';
    await expect(page.getByText(t.is)).toBeVisible();
    // One row less.
    const lines = first.toString().trimEnd().split('\n');
    await correctFile(page, language, next, file(Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)));
    await waitUntilDone(page, language);
  });

  await test.step('what has changed is told, and what is new has to be said', async () => {
    await page.goto(`/file-upload/submit/${next}`);
    // The corrected file has been read, but may still be checked.
    await waitUntilDone(page, language);
    await expect(page.getByRole('table', { name: t.rows })).toBeVisible();
    await expectSoundScreen(page, language);
    const answer = page.waitForEvent('load');
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    await answer;
    await expect(page.getByRole('link', { name: t.missing })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('textbox', { name: t.news }).fill('One person withdrew consent.');
    // The metadata still state one person more.
    await page.getByRole('checkbox', { name: t.persons }).check();
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    await expect(page.getByText(w.submitted)).toBeVisible();
    await accept(next, t.board);
  });

  await test.step('the page of the former version leads to the new one, which lists both', async () => {
    await expect
      .poll(async () => {
        await page.goto(address);
        return page.getByText(t.newer).count();
      })
      .toBe(1);
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.toNewest }).click();
    const versions = page.getByRole('table', { name: t.versions });
    await expect(versions.getByRole('rowheader', { name: t.shown })).toBeVisible();
    await expect(versions).toContainText('One person withdrew consent.');
    await expectSoundScreen(page, language);
    const newest = new URL(page.url()).pathname;
    await page.goto(`${address}/newest`);
    expect(new URL(page.url()).pathname).toBe(newest);
  });

  await test.step('the download of the former version is marked, and mails can be asked for', async () => {
    await page.goto('/my-downloads');
    // The same account has continued another data set in the other project.
    await expect(page.getByRole('link', { name: t.downloaded }).first()).toBeVisible();
    await page.getByRole('button', { name: t.ask }).first().click();
    await expect(page.getByText(t.asked).first()).toBeVisible();
    await expectSoundScreen(page, language);
  });
  await page.context().close();
});
