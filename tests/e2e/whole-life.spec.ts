import { expect, type Page, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { expectSameEverywhere, type Place, places, readEverywhere, type Told } from '../support/read-everywhere';
import { correctFile, fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { type Datacite, startDatacite } from './support/datacite';
import { castVote } from './support/expert';
import { accounts, newVisitor, signIn, waitForScript, waitUntilDone } from './support/journey';
import { type ServerProcess, startServer } from './support/server-process';
import { type Language, languages, words } from './support/words';

const texts = {
  en: {
    embargo: 'Embargo',
    end: 'End',
    year: 'Year',
    points: 'What should be changed',
    request: 'Request changes',
    requested: /The contributor was asked for changes/,
    answer: /^Answer to point 1/,
    label: 'For whom it is',
    make: 'Make link',
    newEnd: 'New end of the embargo',
    publishNow: 'Publish the data today',
    shorten: 'Shorten embargo',
    finished: 'The embargo has ended. The data is being published.',
    abstract: 'Abstract',
    note: 'What was corrected and why',
    correct: 'Save correction',
    corrected: /^Corrected: Abstract/,
    newVersion: 'New version',
    begin: 'Begin new version',
    news: 'What is new in this version',
    persons: 'Both numbers are right',
    withdraw: 'Withdraw data set',
    withdrawn: 'The data set is withdrawn.',
    tombstone: 'This data set was withdrawn',
  },
  de: {
    embargo: 'Sperrfrist',
    end: 'Ende',
    year: 'Jahr',
    points: 'Was geändert werden soll',
    request: 'Änderungen anfordern',
    requested: /Die beitragende Person wurde um Änderungen gebeten/,
    answer: /^Antwort auf Punkt 1/,
    label: 'Für wen er ist',
    make: 'Link erstellen',
    newEnd: 'Neues Ende der Sperrfrist',
    publishNow: 'Die Daten heute veröffentlichen',
    shorten: 'Sperrfrist verkürzen',
    finished: 'Die Sperrfrist ist beendet. Die Daten werden veröffentlicht.',
    abstract: 'Zusammenfassung',
    note: 'Was korrigiert wurde und warum',
    correct: 'Korrektur speichern',
    corrected: /^Korrigiert: Zusammenfassung/,
    newVersion: 'Neue Version',
    begin: 'Neue Version beginnen',
    news: 'Was ist neu an dieser Version?',
    persons: 'Beide Zahlen sind richtig',
    withdraw: 'Datensatz zurückziehen',
    withdrawn: 'Der Datensatz ist zurückgezogen.',
    tombstone: 'Dieser Datensatz wurde zurückgezogen',
  },
};

let datacite: Datacite;
let server: ServerProcess;
test.beforeAll(async () => {
  datacite = await startDatacite();
  server = await startServer(datacite.settings);
});
test.afterAll(async () => {
  await server?.stop();
  await datacite?.stop();
});

/** Today in the time zone of the server. */
const today = () => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(new Date());
const nextYear = String(new Date().getFullYear() + 1);
const seeds = { en: 971, de: 972 };
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** DOI of an upload at DataCite. */
function doiOf(id: string): string {
  const ending = `.${Number.parseInt(id, 10)}`;
  return [...datacite.records.keys()].find((doi) => doi.endsWith(ending)) ?? '';
}

/** Where the six places are asked about an upload; `nr` is its public number, 0 while it has none. */
function sourcesOf(language: Language, id: string, nr: number) {
  const { origin } = server;
  const ask = (path: string, init?: RequestInit) =>
    fetch(origin + path, { ...init, headers: { 'Accept-Language': language, ...init?.headers } });
  return { host: new URL(origin).hostname, ask, records: datacite.records, nr, doi: doiOf(id) };
}

for (const language of languages) {
  const [w, t] = [words[language], texts[language]];
  const seed = seeds[language];
  const title = `Grip, from the first to the last day ${seed}`;
  const reason = 'The devices were not calibrated.';

  test(`a data set is the same everywhere from its submission to its withdrawal (${language})`, async ({ browser }, {
    project,
  }) => {
    test.setTimeout(240_000);
    const script = project.use.javaScriptEnabled;
    const visit = async (email?: string) => {
      const page = await newVisitor(browser, language, script, server.origin);
      if (email) await signIn(page, language, email);
      return page;
    };
    const numbers: Record<string, number> = {};
    /** The jobs of a step may take a moment, so it is compared until all places agree. */
    const compare = (id: string, told: Told, without: readonly Place[] = []) =>
      expect(async () => {
        await expectSameEverywhere(sourcesOf(language, id, numbers[id] ?? 0), told, without);
      }).toPass({ timeout: 60_000 });
    const author = await visit(accounts.contributor);
    const reader = await visit();
    const [one, two, chair] = [
      await visit(accounts.expert1),
      await visit(accounts.expert2),
      await visit(accounts.chair),
    ];
    const accept = async (id: string) => {
      for (const [index, expert] of [one, two].entries()) {
        const account = index === 0 ? accounts.expert1 : accounts.expert2;
        await expert.goto(`/editorial-board/vote/${id}`);
        await castVote(expert, language, { panel: index + 1, account, accepts: true, note: '' });
      }
      await author.goto(`/file-upload/submit/${id}`);
      const page = await author.locator('main a[href^="/data-set/"]').last().getAttribute('href');
      numbers[id] = Number(/\/data-set\/(\d+)/.exec(page ?? '')?.[1]);
    };
    const file = (buffer: Buffer) => ({ name: `life-${seed}.csv`, mimeType: 'text/csv', buffer });
    const csv = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
    const first = await uploadRaw(author, language, file(csv));
    let second = '';
    let link = '';

    await test.step('submitted: nobody is told about it, and DataCite keeps a draft', async () => {
      await mapColumns(author, language, gripStudyTargets);
      await author.goto(`/file-upload/documents/${first}`);
      const readme = { name: 'README.md', mimeType: 'text/plain', buffer: Buffer.from('Grip in kilograms\n') };
      await author.getByLabel(w.documents).setInputFiles(readme);
      await author.getByRole('main').getByRole('button', { name: w.addDocuments }).click();
      await expect(author.getByRole('link', { name: 'README.md' })).toBeVisible();
      await author.goto(`/file-upload/meta/${first}`);
      await fillMetadata(author, language, title, 'CC-BY 4.0');
      const end = author.getByRole('group', { name: t.embargo }).getByRole('group', { name: t.end });
      await end.getByRole('textbox', { name: t.year, exact: true }).fill(nextYear);
      await saveAndSubmit(author, language, first);
      await expect.poll(() => datacite.records.get(doiOf(first))?.state).toBe('draft');
      await compare(first, {}, places);
    });

    await test.step('changes are asked and made: still nobody', async () => {
      await one.goto(`/editorial-board/vote/${first}`);
      const panel = one.getByRole('group', { name: w.expert(1), exact: true });
      await panel.getByRole('textbox', { name: t.points }).fill('Name the device.');
      await panel.getByRole('checkbox', { name: w.impartial }).check();
      await panel.getByRole('button', { name: t.request }).click();
      await expect(one.getByText(t.requested)).toBeVisible();
      await compare(first, {}, places);
      await author.goto(`/file-upload/submit/${first}`);
      await author.getByRole('textbox', { name: t.answer }).fill('The README names it.');
      await press(author, w.submit);
      await expect(author.getByText(w.submitted)).toBeVisible();
      await compare(first, {}, places);
    });

    await test.step('accepted under embargo: described wherever there is no data', async () => {
      await accept(first);
      await compare(first, { title, available: nextYear, corrections: [] }, ['search', 'oai', 'package']);
    });

    await test.step('a private link gives the data, and changes nothing for others', async () => {
      await author.goto(`/file-upload/private-links/${first}`);
      await author.getByLabel(t.label).fill('Reviewer 1');
      await press(author, t.make);
      const field = author.getByRole('textbox', { name: /^(Private link|Privater Link)$/ });
      await expect(field).toHaveValue(/\/private-link\/[\w-]{43}$/);
      link = new URL(await field.inputValue()).pathname;
      await reader.goto(link);
      await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
      await compare(first, { title, available: nextYear }, ['search', 'oai', 'package']);
    });

    await test.step('the embargo ends: all six places have it, and the link leads to the page', async () => {
      await author.goto(`/file-upload/embargo/${first}`);
      await author.getByLabel(t.newEnd).fill(today());
      await author.getByLabel(t.publishNow).check();
      await press(author, t.shorten);
      await expect(author.getByText(t.finished)).toBeVisible();
      const newest = numbers[first];
      await compare(first, { title, available: today(), documents: ['README.md'], versions: [newest!], newest });
      await reader.goto(link);
      await expect(reader).toHaveURL(`${server.origin}/data-set/${newest}`);
    });

    await test.step('a correction of the metadata is told everywhere', async () => {
      await author.goto(`/file-upload/correct-metadata/${first}`);
      if (script) await waitForScript(author);
      await author.getByRole('textbox', { name: t.abstract, exact: true }).fill('Corrected words.');
      await author.getByRole('textbox', { name: t.note }).fill('A slip.');
      await press(author, t.correct);
      await expect(author.getByText(t.corrected)).toBeVisible();
      await compare(first, { abstract: 'Corrected words.', corrections: ['A slip.'], updated: today() });
    });

    await test.step('a second version: found instead of the first one, which stays', async () => {
      await author.goto(`/data-set/${numbers[first]}`);
      await author.getByRole('link', { name: t.newVersion, exact: true }).click();
      await press(author, t.begin);
      await author.waitForURL(/\/file-upload\/correct\/\d+r/);
      second = /correct\/(\d+r)/.exec(author.url())?.[1] ?? '';
      const lines = csv.toString().trimEnd().split('\n');
      await correctFile(author, language, second, file(Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)));
      await author.goto(`/file-upload/submit/${second}`);
      // The corrected file may still be checked.
      await waitUntilDone(author, language);
      await author.getByRole('textbox', { name: t.news }).fill('One person withdrew consent.');
      await author.getByRole('checkbox', { name: t.persons }).check();
      await press(author, w.submit);
      await expect(author.getByText(w.submitted)).toBeVisible();
      await compare(second, {}, places);
      await accept(second);
      const [former, newest] = [numbers[first]!, numbers[second]!];
      const both = { title, abstract: 'Corrected words.', versions: [newest, former], newest };
      await compare(second, { ...both, version: '2', documents: ['README.md'] });
      await compare(first, { ...both, version: '1', corrections: ['A slip.'] }, ['search']);
    });

    await test.step('the first version is withdrawn: only the second one is left', async () => {
      await chair.goto(`/editorial-board/withdrawal/${first}`);
      await chair.locator('#reason-withdraw').fill(reason);
      await press(chair, t.withdraw);
      await expect(chair.getByText(t.withdrawn)).toBeVisible();
      await expect(async () => {
        const told = await readEverywhere(sourcesOf(language, first, numbers[first]!));
        expect(places.filter((place) => told[place] !== null)).toEqual(['page', 'api']);
        expect([told.page?.title, told.api?.title]).toEqual([title, title]);
      }).toPass();
      expect(datacite.records.get(doiOf(first))?.state).toBe('registered');
      await compare(second, { title, version: '2', newest: numbers[second]! });
      await reader.goto(`/data-set/${numbers[first]}`);
      await expect(reader.getByRole('heading', { name: t.tombstone })).toBeVisible();
      await expect(reader.getByText(reason).first()).toBeVisible();
      expect((await reader.request.get(`/api/search/data/${numbers[first]}/package`)).status()).toBe(410);
    });
    for (const page of [author, reader, one, two, chair]) await page.context().close();
  });
}
