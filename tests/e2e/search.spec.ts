import { expect, test, type Locator, type Page } from '@playwright/test';

import { sessionCookieName } from '../../app/auth/cookies';
import { accounts, demonstration, expectSoundScreen, newVisitor, signIn, waitForScript } from './support/journey';
import { startServer, type ServerProcess } from './support/server-process';
import { languages, words, type Language } from './support/words';

const texts = {
  en: {
    search: 'Search',
    newest: 'Newest data sets',
    contribute: 'Contribute data',
    narrow: 'Narrow results',
    facets: ['Motor tests', 'Type', 'Licence', 'Collection years', 'Age', 'Sex', 'Region', 'Test battery'],
    licence: 'Licence',
    chosen: 'Chosen filters',
    apply: 'Apply',
    sort: 'Sort by',
    sortButton: 'Sort',
    hide: 'Hide data of',
    remove: (text: string) => `Remove ${text}`,
    count: (n: number) => `${n} result${n === 1 ? '' : 's'}`,
    understood: 'Handgrip strength (a motor test), matches 2 data sets',
    selected: (n: number) => `${n} data set${n === 1 ? '' : 's'} selected`,
    elsewhere: '1 of them is not on this page.',
    nothing: 'There is nothing at this address.',
    searchFor: 'Search for “no such page”',
    similar: 'handgrip (2)',
    back: 'Back',
    feed: 'Feed of this search',
  },
  de: {
    search: 'Suchen',
    newest: 'Neueste Datensätze',
    contribute: 'Daten beitragen',
    narrow: 'Treffer eingrenzen',
    facets: ['Motorische Tests', 'Typ', 'Lizenz', 'Erhebungsjahre', 'Alter', 'Geschlecht', 'Region', 'Testbatterie'],
    licence: 'Lizenz',
    chosen: 'Gewählte Filter',
    apply: 'Anwenden',
    sort: 'Sortieren nach',
    sortButton: 'Sortieren',
    hide: 'ausblenden',
    remove: (text: string) => `${text} entfernen`,
    count: (n: number) => `${n} Treffer`,
    understood: 'Handkraft (Handdynamometer) (ein motorischer Test), passt zu 2 Datensätzen',
    selected: (n: number) => (n === 1 ? '1 Datensatz ausgewählt' : `${n} Datensätze ausgewählt`),
    elsewhere: 'Davon ist 1 nicht auf dieser Seite.',
    nothing: 'Unter dieser Adresse gibt es nichts.',
    searchFor: 'Nach „no such page“ suchen',
    similar: 'handgrip (2)',
    back: 'Zurück',
    feed: 'Feed dieser Suche',
  },
};

let server: ServerProcess;
// A server of its own, because other journeys publish data sets.
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const head = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const tickOf = (page: Page, language: Language, title: string) =>
  page.getByRole('checkbox', { name: words[language].select(title), exact: true });

async function search(page: Page, language: Language, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: words[language].search }).fill(text);
  await page.getByRole('button', { name: texts[language].search, exact: true }).click();
}

/** Facets are folded in narrow windows. */
function facet(page: Page, language: Language, name: string): Locator {
  return page.getByRole('navigation', { name: texts[language].narrow }).getByRole('region', { name, exact: true });
}

for (const language of languages) {
  test(`a visitor finds, narrows, sorts and opens data sets (${language})`, async ({ browser }, { project }) => {
    const script = project.use.javaScriptEnabled;
    const [w, t] = [words[language], { ...texts[language], ...demonstration[language] }];
    const page = await newVisitor(browser, language, script, server.origin);

    await test.step('the start page says what is inside, and leads to contributing', async () => {
      await page.goto('/');
      await expect(page.getByRole('region', { name: t.newest }).getByRole('link', { name: t.grip })).toBeVisible();
      await expect(page.getByRole('link', { name: t.contribute })).toHaveAttribute('href', '/file-upload');
      await expect(page.locator('label', { hasText: /^(Handgrip|Handkraft)/ })).toContainText('2');
      await expect(page.getByRole('banner').getByRole('button', { name: 'Deutsch' })).toBeVisible();
      await expectSoundScreen(page, language);
      await page.getByRole('link', { name: 'Motothek' }).click();
      await expect(page).toHaveURL(/\/$/);
    });

    await test.step('words are understood without semicolons, and each can be removed', async () => {
      await search(page, language, language === 'en' ? 'grip strength adults 2021' : 'Handkraft Erwachsene 2021');
      await expect(head(page, t.count(1))).toBeVisible();
      await expect(page.getByText(t.understood)).toBeVisible();
      await expectSoundScreen(page, language);
      await page.getByRole('link', { name: t.remove('2021'), exact: true }).click();
      await expect(head(page, t.count(1))).toBeVisible();
      await page
        .getByRole('link', { name: t.remove(language === 'en' ? 'adults' : 'Erwachsene'), exact: true })
        .click();
      await expect(head(page, t.count(2))).toBeVisible();
    });

    await test.step('facets narrow by links and by the form, several values of one are OR', async () => {
      await page.goto('/?q=');
      for (const name of t.facets) await expect(facet(page, language, name)).toBeVisible();
      await facet(page, language, t.licence).getByRole('link', { name: 'SUFL 1.0 (1)' }).click();
      await expect(head(page, t.count(1))).toBeVisible();
      await facet(page, language, t.licence).getByRole('checkbox', { name: 'CC-BY 4.0 (2)' }).check();
      await page.getByRole('button', { name: t.apply, exact: true }).click();
      await expect(head(page, t.count(3))).toBeVisible();
      await expectSoundScreen(page, language);
      await page.getByRole('list', { name: t.chosen }).getByRole('link').first().click();
      await expect(page.getByRole('list', { name: t.chosen }).getByRole('listitem')).toHaveCount(1);
    });

    await test.step('the order can be changed', async () => {
      await page.goto('/?q=');
      await page.getByRole('combobox', { name: t.sort }).selectOption('persons');
      // Script sends the order at once.
      if (script === false) await page.getByRole('button', { name: t.sortButton, exact: true }).click();
      await expect(page).toHaveURL(/sort=persons/);
      const numbers = page.getByRole('table', { name: w.results }).locator('.cell-n');
      await expect(numbers.first()).toHaveText(/^3[,.]019$/);
      await expect(numbers.last()).toHaveText('150');
    });

    await test.step('an open row has its full height and is closed again', async () => {
      await page.goto('/?q=');
      if (script === false) await page.getByRole('button', { name: w.showData(t.school) }).click();
      else {
        await waitForScript(page);
        await page.getByRole('row').filter({ hasText: t.school }).locator('.cell-n').click();
      }
      const preview = page.getByRole('region', { name: w.dataOf(t.school), exact: true });
      await expect(preview).toBeVisible();
      const area = page.getByRole('region', { name: w.results, exact: true });
      const isWhole = await area.evaluate((element) => element.scrollHeight <= element.clientHeight + 1);
      expect(isWhole).toBe(true);
      await page.getByRole('button', { name: t.hide }).click();
      await expect(preview).toHaveCount(0);
    });

    await test.step('where nothing is found, near words are offered', async () => {
      await search(page, language, 'handgripp');
      await expect(head(page, t.count(0))).toBeVisible();
      await expectSoundScreen(page, language);
      await page.getByRole('link', { name: t.similar }).click();
      await expect(head(page, t.count(2))).toBeVisible();
    });

    await test.step('back clears the results and keeps what was typed', async () => {
      await page.getByRole('button', { name: t.back, exact: true }).click();
      await expect(page.getByRole('heading', { name: /results|Treffer/ })).toHaveCount(0);
      await expect(page.getByRole('searchbox', { name: w.search })).toHaveValue('handgrip');
    });

    await test.step('an address that leads nowhere offers its words as a search', async () => {
      const response = await page.goto('/no/such/page');
      expect(response?.status()).toBe(404);
      await expect(page.getByText(t.nothing)).toBeVisible();
      await expectSoundScreen(page, language);
      await page.getByRole('link', { name: t.searchFor }).click();
      await expect(head(page, t.count(0))).toBeVisible();
    });
    await page.context().close();
  });

  test(`ticks survive narrowing, sorting, the language and signing in again (${language})`, async ({ browser }, {
    project,
  }) => {
    const t = { ...texts[language], ...demonstration[language] };
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
    await signIn(page, language, accounts.contributor);
    await page.goto('/?q=');
    if (project.use.javaScriptEnabled !== false) await waitForScript(page);
    await tickOf(page, language, t.grip).check();
    if (project.use.javaScriptEnabled !== false) await expect(page.getByText(t.selected(1))).toBeVisible();

    await facet(page, language, t.licence).getByRole('link', { name: 'CC-BY 4.0 (2)' }).click();
    await expect(head(page, t.count(2))).toBeVisible();
    await expect(page.getByText(t.elsewhere)).toBeVisible();
    await tickOf(page, language, t.school).check();
    await page.getByRole('list', { name: t.chosen }).getByRole('link').click();
    await expect(head(page, t.count(4))).toBeVisible();
    await expect(page.getByText(t.selected(2))).toBeVisible();

    const other: Language = language === 'en' ? 'de' : 'en';
    await page
      .getByRole('banner')
      .getByRole('button', { name: other === 'de' ? 'Deutsch' : 'English' })
      .click();
    await expect(page.getByText(texts[other].selected(2))).toBeVisible();
    await expect(tickOf(page, other, demonstration[other].grip)).toBeChecked();
    await expectSoundScreen(page, other);

    // The session ends while the page is open.
    const address = page.url();
    await page.context().clearCookies({ name: sessionCookieName(false) });
    await page.goto(address);
    await page.getByRole('banner').getByRole('link', { name: words[other].login, exact: true }).click();
    await expect(page.getByText(texts[other].selected(2))).toBeVisible();
    await page.context().close();
  });

  test(`on a narrow screen each hit is a card with its title first (${language})`, async ({ browser }, { project }) => {
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/?q=');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const card = page.getByRole('row').filter({ hasText: demonstration[language].school });
    const title = await card.locator('.title-cell').boundingBox();
    const others = card.locator('td:not(.title-cell)');
    for (const other of await others.all()) expect((await other.boundingBox())!.y).toBeGreaterThan(title!.y);
    // In sight without scrolling sideways.
    for (const name of ['n', 'gender', 'age']) {
      const { x, width } = (await card.locator(`.cell-${name}`).boundingBox())!;
      expect(x + width, name).toBeLessThanOrEqual(320);
    }
    await page.locator('summary', { hasText: texts[language].narrow }).click();
    await facet(page, language, texts[language].licence).getByRole('link', { name: 'SUFL 1.0 (1)' }).click();
    await expect(head(page, texts[language].count(1))).toBeVisible();
    await expectSoundScreen(page, language);
    await page.context().close();
  });
}

test('a browser that prefers German is offered German in one line, until a language is chosen', async ({ browser }, {
  project,
}) => {
  const { javaScriptEnabled } = project.use;
  const context = await browser.newContext({ javaScriptEnabled, locale: 'de-DE', baseURL: server.origin });
  const page = await context.newPage();
  await page.goto('/?q=grip');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const offer = page.locator('form', { hasText: 'Diese Seite gibt es auch auf Deutsch.' });
  await offer.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('searchbox', { name: 'Suche' })).toHaveValue('grip');
  await expect(offer).toHaveCount(0);
  await context.close();
});

test('script keeps the results that the server made, also when the page is swapped or changed by an extension', async ({
  browser,
}, { project }) => {
  test.skip(project.use.javaScriptEnabled === false, 'without script, the page is as the server made it');
  const page = await newVisitor(browser, 'en', true, server.origin);
  const hits = page.getByRole('table', { name: 'Results' }).getByRole('row', { name: demonstration.en.grip });
  await page.goto('/?q=grip');
  await waitForScript(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible();
  await page.goBack();
  await expect(hits).toBeVisible();

  await page.route('**/?q=grip', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<main ', '<div class="extension"></div><main ');
    await route.fulfill({ response, body });
  });
  await page.goto('/?q=grip');
  await waitForScript(page);
  await expect(page.locator('.extension')).toHaveCount(0);
  await expect(hits).toBeVisible();
  await page.context().close();
});

test('with script, choosing a test clears the results, and a running search disables box and button', async ({
  browser,
}, { project }) => {
  test.skip(project.use.javaScriptEnabled === false, 'without script, results stay until the next search');
  const page = await newVisitor(browser, 'en', true, server.origin);
  await page.goto('/?q=');
  await waitForScript(page);
  await page.getByRole('checkbox', { name: 'Handgrip', exact: true }).check();
  await expect(page.getByRole('table', { name: 'Results' })).toHaveCount(0);
  // What the page shows when the answer comes. Playwright cannot look at it before.
  await page.evaluate(() => {
    addEventListener('pagehide', () => {
      const disabled = [...document.querySelectorAll('.search-line > :disabled')].map(({ localName }) => localName);
      sessionStorage.setItem('disabled', disabled.join());
    });
  });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(head(page, '2 results')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('disabled'))).toBe('input,button');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled();
  await page.context().close();
});

test('every search has a feed', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled, server.origin);
  await page.goto('/?q=grip&licence=SUFL+1.0');
  const address = await page.getByRole('link', { name: texts.en.feed }).getAttribute('href');
  const feed = await page.request.get(address!);
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  expect(await feed.text()).toContain(`<title xml:lang="en">${demonstration.en.grip}</title>`);
  await expect(page.locator('head link[type="application/atom+xml"]')).toHaveAttribute('href', address!);
  await page.context().close();
});
