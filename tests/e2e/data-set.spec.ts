import { expect, test, type Page } from '@playwright/test';

import { accounts, demonstration, expectSoundScreen, newVisitor, signIn, waitForScript } from './support/journey';
import { languages, type Language } from './support/words';

const texts = {
  en: {
    download: 'Download',
    login: 'Log in to download',
    cite: 'Cite',
    copy: 'Copy',
    copied: 'Copied',
    preview: 'Preview',
    regions: ['Cite', 'Preview', 'Variables', 'Quality', 'Versions', 'Related data sets', 'Use'],
    form: 'Purpose of Download',
  },
  de: {
    download: 'Download',
    login: 'Zum Download anmelden',
    cite: 'Zitieren',
    copy: 'Kopieren',
    copied: 'Kopiert',
    preview: 'Vorschau',
    regions: ['Zitieren', 'Vorschau', 'Variablen', 'Qualität', 'Versionen', 'Verwandte Datensätze', 'Nutzung'],
    form: 'Grund des Herunterladens',
  },
};

/** Pages of the demonstration: with an open licence, and under the one for scientific use. */
const open = '/data-set/1';
const forScience = '/data-set/2';

const other: Record<Language, Language> = { en: 'de', de: 'en' };
const region = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });

for (const language of languages) {
  test(`a data set has a page to read, cite, look into and download without login (${language})`, async ({ browser }, {
    project,
  }) => {
    const t = texts[language];
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto(open);
    await expect(page.getByRole('heading', { level: 1, name: demonstration[language].school })).toBeVisible();
    await expect(page.getByRole('main').getByText(demonstration[other[language]].school).first()).toBeVisible();
    for (const name of t.regions) await expect(region(page, name)).toBeVisible();
    await expectSoundScreen(page, language);

    // The first look at a data set begins to count its results.
    await expect
      .poll(async () => {
        await page.goto(open);
        return page.locator('.distribution').count();
      })
      .toBeGreaterThan(0);
    await page.locator('.distribution summary').evaluateAll((all) => all.forEach((one) => one.parentElement!.toggleAttribute('open', true))); // prettier-ignore
    for (const width of [1100, 800, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const areas = page.locator('.distribution .scroll-area');
      const widths = await areas.evaluateAll((all) => all.map((area) => area.scrollWidth - area.clientWidth));
      expect(
        widths.filter((more) => more > 0),
        `at ${width} px`,
      ).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('link', { name: t.cite, exact: true }).click();
    await expect(page).toHaveURL(/#cite$/);
    for (const name of ['BibTeX', 'RIS', 'CSL-JSON']) {
      const link = region(page, t.cite).getByRole('link', { name, exact: true });
      const answer = await page.request.get((await link.getAttribute('href'))!);
      expect(answer.status(), name).toBe(200);
      expect(await answer.text(), name).toContain(demonstration.en.school.slice('Demonstration: '.length));
    }
    if (project.use.javaScriptEnabled !== false) {
      await waitForScript(page);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await region(page, t.cite).getByRole('button', { name: t.copy, exact: true }).click();
      await expect(region(page, t.cite).getByRole('button', { name: t.copied })).toBeVisible();
    }

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: t.download, exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/^motothek-1-.*\.zip$/);
    await page.context().close();
  });

  test(`a data set for scientific use shows few rows and asks for the form (${language})`, async ({ browser }, {
    project,
  }) => {
    const t = texts[language];
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto(forScience);
    await expect(region(page, t.preview).getByRole('table').first()).toBeVisible();
    await expectSoundScreen(page, language);
    await signIn(page, language, accounts.contributor);
    await page.goto(forScience);
    await page.getByRole('button', { name: t.download, exact: true }).click();
    await expect(page).toHaveURL(/\/file-download\//);
    await expect(page.getByRole('textbox', { name: t.form })).toBeVisible();
    await page.context().close();
  });
}

test('a printed data set has no overlapping or cut parts', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await page.goto(open);
  const parts = page.locator('.data-set > :is(header, section)');
  let end = 0;
  for (const part of await parts.all()) {
    const box = (await part.boundingBox())!;
    expect(box.y, await part.innerText()).toBeGreaterThanOrEqual(end);
    end = box.y + box.height;
  }
  const cut = await page
    .locator('.data-set .scroll-area')
    .evaluateAll((areas) =>
      areas
        .filter((area) => area.scrollHeight > area.clientHeight + 1 || area.scrollWidth > area.clientWidth + 1)
        .map((area) => area.getAttribute('aria-label')),
    );
  expect(cut).toEqual([]);
  await page.context().close();
});
