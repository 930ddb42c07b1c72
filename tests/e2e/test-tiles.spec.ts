import { expect, test, type Page } from '@playwright/test';

import { newVisitor } from './support/journey';
import { languages } from './support/words';

const widths = [320, 375, 768, 1024, 1216, 1280, 1440, 1920];

/** Text spacing that users may set without loss of content (WCAG 1.4.12). */
const wideSpacing = '* { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em }';

for (const language of languages) {
  test(`no word of a test's name breaks or overflows its tile, at any width (${language})`, async ({ browser }, {
    project,
  }) => {
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/');
    for (const spacing of ['', wideSpacing]) {
      await setStyle(page, spacing);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await brokenWords(page), `${width} px ${spacing}`).toEqual([]);
      }
    }
    // Words that are too large for a tile are found, so the sizes above were really measured.
    await page.setViewportSize({ width: 768, height: 800 });
    await setStyle(page, '.test-icon > label { font-size: 3.5rem }');
    expect((await brokenWords(page)).length).toBeGreaterThan(0);
    await page.context().close();
  });
}

test('each test has its icon, in the colour of its name, selected or not', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled);
  await page.goto('/?e=slj', { waitUntil: 'load' });
  const tiles = page.locator('.test-icon > label');
  await expect(tiles).toHaveCount(23);
  for (const tile of await tiles.all()) {
    // A missing or blocked symbol has no width.
    await expect
      .poll(() => tile.locator('svg').evaluate((picture: SVGSVGElement) => picture.getBBox().width))
      .toBeGreaterThan(0);
  }
  const coloursOf = (name: string) =>
    page
      .locator('.test-icon', { has: page.getByRole('checkbox', { name, exact: true }) })
      .locator('label')
      .evaluate((label) => ({
        words: getComputedStyle(label).color,
        picture: getComputedStyle(label.querySelector('use')!).color,
        ground: getComputedStyle(label).backgroundColor,
      }));
  const chosen = await coloursOf('Standing long jump');
  const other = await coloursOf('Handgrip');
  expect(chosen.picture).toBe(chosen.words);
  expect(other.picture).toBe(other.words);
  expect(chosen.picture).not.toBe(other.picture);
  expect(chosen.ground).not.toBe(other.ground);
  await page.context().close();
});

/** Adds a style sheet to the page without a style element, which the content security policy would block. */
async function setStyle(page: Page, rules: string): Promise<void> {
  await page.evaluate(async (text) => {
    document.adoptedStyleSheets = [await new CSSStyleSheet().replace(text)];
    await document.fonts.ready;
  }, rules);
}

/** Words of test names that are split over two lines or overflow their tile; a line may end with a hyphen. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('.test-icon > label').evaluateAll((labels) =>
    labels.flatMap((label) => {
      const tile = label.getBoundingClientRect();
      const text = label.querySelector('span')!.firstChild as Text;
      const words = [...text.data.matchAll(/[^\s-]+-?/g)];
      return words.flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()];
        const isOutside = lines.some(({ left, right, bottom }) =>
          [tile.left - left, right - tile.right, bottom - tile.bottom].some((excess) => excess > 0.5),
        );
        return new Set(lines.map(({ top }) => Math.round(top))).size > 1 || isOutside ? [word] : [];
      });
    }),
  );
}
