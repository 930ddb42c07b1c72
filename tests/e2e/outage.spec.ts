import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { startCuttableProxy, type CuttableProxy } from '../support/cuttable-proxy';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn, takeTurns } from './support/journey';
import { openOwnDatabase, type OwnDatabase } from './support/own-database';
import { startServer, type ServerProcess } from './support/server-process';
import { words, type Language } from './support/words';

/** Its own database, which goes away while a user works. */
let database: OwnDatabase | null = null;
let proxy: CuttableProxy;
let server: ServerProcess;

test.beforeAll(async () => {
  database = await openOwnDatabase();
  if (!database) return;
  proxy = await startCuttableProxy({ host: database.url.hostname, port: Number(database.url.port || 5432) });
  const url = new URL(database.url);
  [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
  server = await startServer({ DATABASE_URL: url.href });
});
test.beforeEach(() => test.skip(!database, 'TEST_DATABASE_URL is not set'));
test.afterEach(() => proxy?.restore());
test.afterAll(async () => {
  await server?.stop();
  await proxy?.close();
  await database?.close();
});

const texts = {
  en: { title: 'Title', abstract: 'Abstract', away: 'The repository is not answering', again: 'Try again' },
  de: {
    title: 'Titel',
    abstract: 'Zusammenfassung',
    away: 'Das Repositorium antwortet nicht',
    again: 'Erneut versuchen',
  },
} satisfies Record<Language, Record<string, string>>;

for (const language of ['en', 'de'] as const) {
  test(`entries typed while the database is away are sent again with one press, in ${language}`, async ({ browser }, {
    project,
  }) => {
    const script = project.use.javaScriptEnabled;
    takeTurns(language, script);
    const t = texts[language];
    const page = await newVisitor(browser, language, script, server.origin);
    await signIn(page, language, accounts.contributor);
    const buffer = gripStudyCsv((language === 'de' ? 61 : 63) + (script ? 0 : 1), 'international', {
      zeroGrips: 0,
      weakGrips: 0,
    });
    const name = `outage-${language}-${project.name}.csv`;
    const id = await uploadRaw(page, language, { name, mimeType: 'text/csv', buffer });
    await mapColumns(page, language, [
      ['B', 'age', 'age_y|a'],
      ['C', 'sex', 'sex|m/f'],
      ['F', 'grip (kg)', 'handgrip|kg'],
    ]);
    await page.goto(`/file-upload/meta/${id}`);
    const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
    const title = `Kraft & "Größe" <6–10> ${project.name}`;
    const abstract = 'First line\n\n  indented third line';

    await proxy.cut();
    await field(t.title).fill(title);
    await field(t.abstract).fill(abstract);
    const save = page.getByRole('button', { name: words[language].save, exact: true }).first();
    const answer = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 503,
    );
    await save.click();
    expect((await answer).headers()['retry-after']).toBeTruthy();
    await expect(page.getByRole('heading', { level: 1, name: t.away })).toBeVisible();
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByText('indented third line')).toBeVisible();
    await expectSoundScreen(page, language);

    // Too early, so the same page is shown with the same text.
    await page.getByRole('button', { name: t.again, exact: true }).click();
    await expect(page.getByText(title, { exact: true })).toBeVisible();

    await proxy.restore();
    await expect(async () => {
      const again = page.getByRole('button', { name: t.again, exact: true });
      if ((await again.count()) > 0) await again.click();
      await expect(field(t.title)).toHaveValue(title, { timeout: 5000 });
    }).toPass();
    await expect(field(t.abstract)).toHaveValue(abstract);
    await page.reload();
    await expect(field(t.title)).toHaveValue(title);
    await page.context().close();
  });
}

test('a page requested while the database is away says so and links to itself', async ({ browser }, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled, server.origin);
  await signIn(page, 'en', accounts.contributor);
  await proxy.cut();
  const uploads = page.getByRole('link', { name: 'Uploads', exact: true });
  await uploads.click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.away })).toBeVisible();
  await expectSoundScreen(page, 'en');
  await proxy.restore();
  await page.getByRole('link', { name: texts.en.again, exact: true }).click();
  await expect(page).toHaveURL(/\/file-upload$/);
  await expect(page.getByLabel(words.en.rawFile)).toBeVisible();
  await page.context().close();
});
