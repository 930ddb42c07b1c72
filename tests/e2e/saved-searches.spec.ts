import { expect, test } from '@playwright/test';

import { connectToRunning } from '../../services/database/open-database';
import { accounts, expectSoundScreen, newVisitor } from './support/journey';
import { readOutbox } from './support/outbox';
import { demoPassword, startServer, type ServerProcess } from './support/server-process';
import { languages, words } from './support/words';

/** A server of its own, because its daily work is done at a start. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());

/** A contributor and an expert, each in their language. */
const journeys = {
  en: {
    email: accounts.contributor,
    login: 'Log in to save this search',
    named: '“grip”, Type: RAW (individual values)',
    show: 'Show results',
    title: 'Demonstration: grip strength of adults aged 18 to 82 in 2021',
    question: 'Delete this saved search?',
    button: 'Delete',
    done: 'Deleted. You will get no more e-mails about it.',
    gone: 'This link is no longer valid',
    none: 'You have not saved a search yet.',
  },
  de: {
    email: accounts.expert1,
    login: 'Anmelden, um diese Suche zu speichern',
    named: '„grip“, Typ: RAW (Einzelwerte)',
    show: 'Treffer zeigen',
    title: 'Demonstration: grip strength of adults aged 18 to 82 in 2021',
    question: 'Diese gespeicherte Suche löschen?',
    button: 'Löschen',
    done: 'Gelöscht. Sie erhalten dazu keine E-Mails mehr.',
    gone: 'Dieser Link gilt nicht mehr',
    none: 'Sie haben noch keine Suche gespeichert.',
  },
};

/** Lets everything that is published count as new, as if it had been published after the search was saved. */
async function forgetWhatIsKnown(): Promise<void> {
  const database = await connectToRunning(server.dataDir);
  await database?.pool.query('update repository.saved_searches set known_revision = 0');
  await database?.close();
}

for (const language of languages) {
  const [w, t] = [words[language], journeys[language]];

  test(`a search is saved, mailed about and ended with the link of the mail (${language})`, async ({ browser }, {
    project,
  }) => {
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
    await page.goto('/?q=grip&type=RAW');
    await page.getByRole('link', { name: t.login }).click();
    await page.getByLabel(w.email, { exact: true }).fill(t.email);
    await page.getByLabel(w.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(page).toHaveURL(/\?q=grip&type=RAW#results$/);

    // A tick survives the saving.
    await page.getByRole('row', { name: t.title }).getByRole('checkbox').check();
    await page.getByRole('button', { name: w.saveSearch }).click();
    await expect(page.getByText(w.searchSaved)).toBeVisible();
    await expect(page.getByRole('row', { name: t.title }).getByRole('checkbox')).toBeChecked();
    await expect(page.getByRole('button', { name: w.saveSearch })).toHaveCount(0);
    await expectSoundScreen(page, language);

    await page.goto('/');
    await page.getByRole('link', { name: w.savedSearches }).click();
    await expect(page.getByRole('heading', { level: 1, name: w.savedSearches })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: t.named })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.show }).click();
    await expect(page).toHaveURL(/\?q=grip&type=RAW#results$/);

    await forgetWhatIsKnown();
    await server.terminate();
    await server.start();
    const mailsAbout = () =>
      readOutbox(server.dataDir).filter(({ to, text }) => to === t.email && text.includes('/end/'));
    await expect.poll(() => mailsAbout().length).toBe(1);
    const [mail] = mailsAbout();
    expect(mail!.text).toContain(`- ${t.title}`);
    expect(mail!.text).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost:\d+\/api\/search\/saved\/end\/[\w-]+>\r?$/m);
    expect(mail!.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    const [link = ''] = /http:\S+\/saved-searches\/end\/[\w-]+/.exec(mail!.text) ?? [];

    const reader = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
    await reader.goto(link);
    await expect(reader.getByRole('heading', { name: t.question })).toBeVisible();
    await expect(reader.getByRole('main')).toContainText(t.named);
    await expectSoundScreen(reader, language);
    await reader.getByRole('main').getByRole('button', { name: t.button }).click();
    await expect(reader.getByText(t.done)).toBeVisible();
    const again = await reader.goto(link);
    expect(again?.status()).toBe(404);
    await expect(reader.getByRole('heading', { name: t.gone })).toBeVisible();
    await expectSoundScreen(reader, language);

    await page.goto('/saved-searches');
    await expect(page.getByText(t.none)).toBeVisible();
    await expectSoundScreen(page, language);
    await reader.context().close();
    await page.context().close();
  });
}

test('a search is deleted from the list, and a mail program ends all of them with one POST', async ({
  browser,
  request,
}, { project }) => {
  const page = await newVisitor(browser, 'en', project.use.javaScriptEnabled, server.origin);
  await page.goto('/authentication/login?returnUrl=/?q=jump');
  await page.getByLabel(words.en.email, { exact: true }).fill(accounts.expert2);
  await page.getByLabel(words.en.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: words.en.logIn, exact: true }).click();
  for (const query of ['q=jump', 'q=grip', 'q=']) {
    await page.goto(`/?${query}`);
    await page.getByRole('button', { name: words.en.saveSearch }).click();
    await expect(page.getByText(words.en.searchSaved)).toBeVisible();
  }
  await page.goto('/saved-searches');
  await page.getByRole('button', { name: 'Delete “jump”' }).click();
  await expect(page.getByText('The saved search has been deleted.')).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(['All data sets', '“grip”']);

  await forgetWhatIsKnown();
  await server.terminate();
  await server.start();
  const addresses = () =>
    readOutbox(server.dataDir).flatMap(({ to, text }) => {
      const [, address] = /^List-Unsubscribe:\s+<(.*)>/m.exec(text) ?? [];
      return to === accounts.expert2 && address ? address : [];
    });
  await expect.poll(() => addresses().length).toBe(1);
  const ended = await request.post(addresses()[0]!, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(ended.status()).toBe(204);
  await page.reload();
  await expect(page.getByText(journeys.en.none)).toBeVisible();
  await page.context().close();
});
