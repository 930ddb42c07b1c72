import { type Browser, expect, type Page, test } from '@playwright/test';

import { demonstration, expectSoundScreen, newVisitor, waitForScript } from './support/journey';
import { languages, type Language, words } from './support/words';

const texts = {
  en: {
    heading: 'Compare',
    test: 'Motor test',
    sex: 'Sex',
    girls: 'girls and women',
    show: 'Show',
    more: 'Narrow by age, year, country or data set',
    table: 'Percentiles',
    form: 'Where does a result stand?',
    jump: 'Standing long jump',
    tile: /Standing long jump/,
    answer: /^Better than \d+ of 100 girls of 9 years\.$/,
    noAnswer: /the curves of this test do not cover girls of 15 years/,
    value: 'Result',
    noValue: 'Enter the result as a number.',
    norm: 'Compared with the norm',
    day: 'Curve of the day',
    pointed: /^Values at an age/,
    years: '9 years',
  },
  de: {
    heading: 'Vergleichen',
    test: 'Motorischer Test',
    sex: 'Geschlecht',
    girls: 'Mädchen und Frauen',
    show: 'Anzeigen',
    more: 'Nach Alter, Jahr, Staat oder Datensatz eingrenzen',
    table: 'Perzentile',
    form: 'Wo steht ein Ergebnis?',
    jump: 'Standweitsprung',
    tile: /Standweitsprung/,
    answer: /^Besser als \d+ von 100 Mädchen im Alter von 9 Jahren\.$/,
    noAnswer: /Bei Mädchen im Alter von 15 Jahren hat dieser Test keine Kurve/,
    value: 'Ergebnis',
    noValue: 'Geben Sie das Ergebnis als Zahl ein.',
    norm: 'Im Vergleich zur Norm',
    day: 'Kurve des Tages',
    pointed: /^Werte für ein Alter/,
    years: '9 Jahre',
  },
};

/** A page of a visitor, when the curves of the demonstration have been made. */
async function open(browser: Browser, language: Language, script: boolean | undefined, path: string): Promise<Page> {
  const page = await newVisitor(browser, language, script);
  await expect
    .poll(async () => ((await (await page.request.get('/api/norms')).json()) as { tests: unknown[] }).tests.length)
    .toBeGreaterThan(5);
  await page.goto(path);
  return page;
}

for (const language of languages) {
  const t = texts[language];
  const w = words[language];

  test(`a test is chosen, narrowed and shared (${language})`, async ({ browser }, { project }) => {
    const page = await open(browser, language, project.use.javaScriptEnabled, '/');
    await expect(page.getByRole('region', { name: t.day, exact: true })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: t.heading, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t.heading, exact: true })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('main').getByRole('link', { name: t.tile }).click();
    await expect(page).toHaveURL(/\/compare\?test=slj$/);
    await expect(page).toHaveTitle(`${t.heading}: ${t.jump} – Motothek`);
    await expect(page.getByRole('table', { name: t.table, exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: t.table.slice(0, 6) })).toHaveCount(2);
    await expectSoundScreen(page, language);

    await page.getByLabel(t.sex, { exact: true }).selectOption({ label: t.girls });
    await page.getByRole('button', { name: t.show, exact: true }).click();
    await expect(page).toHaveURL(/\/compare\?test=slj&sex=f$/);
    await expect(page.getByRole('img', { name: t.table.slice(0, 6) })).toHaveCount(1);
    await expect(page.getByLabel(t.test, { exact: true })).toHaveValue('slj');

    // A data set is left out: with script at once.
    if (project.use.javaScriptEnabled) await waitForScript(page);
    await page.getByText(t.more, { exact: true }).click();
    const box = page.getByRole('checkbox', { name: demonstration[language].school });
    await expect(box).toBeChecked();
    await box.focus();
    await page.keyboard.press('Space');
    if (!project.use.javaScriptEnabled) await page.getByRole('button', { name: t.show, exact: true }).click();
    await expect(page).toHaveURL(/\/compare\?test=slj&sex=f&data-sets=[\d,]+(#set-\d+)?$/);
    await expect(box).not.toBeChecked();
    await expect(page.getByRole('table', { name: t.table, exact: true })).toBeVisible();
    await page.context().close();
  });

  test(`a result is placed, and nothing of it stays (${language})`, async ({ browser }, { project }) => {
    const page = await open(browser, language, project.use.javaScriptEnabled, '/compare?test=slj');
    const form = page.getByRole('form', { name: t.form, exact: true });
    const fill = async (age: string, value: string) => {
      await form.getByLabel(w.ageInYears, { exact: true }).fill(age);
      await form.getByLabel(t.value, { exact: true }).fill(value);
      await form.getByRole('radio', { name: w.girl }).check();
      await form.getByRole('button', { name: w.showStanding, exact: true }).click();
    };
    await fill('9', '');
    await expect(page).toHaveTitle(new RegExp(`^${w.error}`));
    await expect(page.getByRole('region', { name: w.problem })).toBeFocused();
    await page.getByRole('link', { name: t.noValue }).click();
    await expect(form.getByLabel(t.value, { exact: true })).toBeFocused();
    await expect(form.getByLabel(w.ageInYears, { exact: true })).toHaveValue('9');
    await expectSoundScreen(page, language);

    await fill('9', '131,4567');
    const answer = page.getByRole('region', { name: w.thisResult, exact: true });
    await expect(answer).toBeFocused();
    await expect(answer.getByText(t.answer)).toBeVisible();
    await expect(page).toHaveURL(/\/compare\?test=slj$/);
    await expectSoundScreen(page, language);

    await fill('15', '131,4567');
    await expect(answer.getByText(t.noAnswer)).toBeVisible();
    await page.context().close();
  });

  test(`a data set is compared with the norm (${language})`, async ({ browser }, { project }) => {
    const page = await open(browser, language, project.use.javaScriptEnabled, '/data-set/1');
    const region = page.getByRole('main').getByRole('region', { name: t.norm, exact: true }).first();
    await region.getByRole('link', { name: t.tile }).click();
    await expect(page).toHaveURL(/\/compare\?test=slj$/);
    await page.context().close();
  });

  test(`script tells the values at an age (${language})`, async ({ browser }, { project }) => {
    test.skip(!project.use.javaScriptEnabled, 'adds to the picture what the table has');
    const page = await open(browser, language, true, '/compare?test=slj&sex=f');
    await waitForScript(page);
    const slider = page.getByRole('slider', { name: t.pointed });
    const said = page.locator('output');
    await slider.fill('9');
    const median = await page.locator('tr[data-age="9"] b').nth(3).textContent();
    await expect(said).toContainText(`${t.years}: `);
    await expect(said).toContainText(`P50 ${median}`);
    await slider.press('ArrowLeft');
    await expect(said).not.toContainText(t.years);
    await slider.press('ArrowRight');
    await expect(said).toContainText(t.years);
    // The pointer at the left edge of the plot is at the youngest age.
    const picture = page.locator('.norm-figure svg').first();
    const { width } = (await picture.boundingBox())!;
    await picture.hover({ position: { x: width * 0.1, y: 100 } });
    await expect(said).not.toContainText(t.years);
    await page.context().close();
  });
}

test('pictures and tables are files', async ({ browser }, { project }) => {
  const page = await open(browser, 'en', project.use.javaScriptEnabled, '/compare?test=slj');
  const links = page.locator('.norm-files a');
  expect(await links.count()).toBe(12);
  for (const link of await links.all()) {
    const answer = await page.request.get((await link.getAttribute('href'))!);
    expect(answer.status(), answer.url()).toBe(200);
    expect((await answer.body()).length).toBeGreaterThan(100);
  }
  await page.context().close();
});

test('neither page nor table is wider than a narrow window', async ({ browser }, { project }) => {
  const page = await open(browser, 'de', project.use.javaScriptEnabled, '/compare?test=slj');
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.context().close();
});
