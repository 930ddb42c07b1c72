import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { ClassChild, ClassReport } from '@domain/api/class-report';
import { mediansOf } from '@domain/norms/class-results';

import { createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/** The report that the repository answers with; everything else is its own. */
let report: ClassReport;

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api, async (request) =>
    new URL(request.url).pathname.endsWith('/norms/class/report') ? Response.json(report) : api.api.fetch(request),
  );
});
afterAll(async () => {
  expect(web.serverErrors).toEqual([]);
  await web.close();
  await api.close();
});

const dash = { key: 'dash20hand', test: 'dash20hand', label: '20 m dash', unit: 's', decimals: 1 } as const;
const childOf = (row: number, text: string, about: Partial<ClassChild> = {}): ClassChild => ({
  row,
  child: row,
  name: `Child ${row}`,
  sex: 'f',
  age: 10.18,
  isAgeExact: true,
  results: [
    { key: dash.key, value: Number(text.replace(',', '.')), text, notCounted: [], percentile: 40, worse: 40, same: 0, band: 'average', median: 4, reason: null },
  ],
  ...about,
}); // prettier-ignore

function reportOf(children: ClassChild[]): ClassReport {
  const medians = mediansOf(children, [dash.key]);
  const classes = [{ name: '', children, medians }];
  return { version: '2026-11-28', tests: [dash], classes, problems: [], leftOut: [], dataSets: [] };
}

beforeEach(() => {
  report = reportOf([childOf(2, '4,05'), childOf(3, '4.1')]);
});

async function post(entries: [string, string][], language = 'en'): Promise<string> {
  const body = new URLSearchParams(entries);
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Cookie: `language=${language.toUpperCase()}-X`,
  };
  const response = await web.ask('/compare/my-class', { method: 'POST', body, headers });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '').replaceAll('&nbsp;', ' ');
}

const pasted = 'Name\tGeschlecht\tAlter\t20m-Sprint (s)\nAda\tw\t10\t4,05\nBea\tw\t10\t4,1\nCem\tm\t10\t4,2';
const take = (text = pasted, language = 'en') => post([['step', 'take'], ['pasted', text], ['intent', 'read']], language); // prettier-ignore

test('a pasted table that is too long to travel comes back with the reason', async () => {
  const page = await (await web.ask('/compare/my-class')).text();
  expect(page).toMatch(/<button(?=[^>]*formEncType="multipart\/form-data")[^>]*value="read"/i);
  const rows = Array.from({ length: 1500 }, (_, i) => `Ребёнок ${i} ${'я'.repeat(280)}\tw\t10\t4,1`);
  const body = new FormData();
  for (const [name, value] of [['step', 'take'], ['pasted', [pasted, ...rows].join('\n')], ['intent', 'read']] as const) body.set(name, value); // prettier-ignore
  const response = await web.ask('/compare/my-class', { method: 'POST', body });
  expect(response.status).toBe(413);
  const html = await response.text();
  expect(html).toContain('The table is too long to travel with the page.');
  expect(html).toContain(rows.at(-1));
  body.set('pasted', pasted);
  const short = await web.ask('/compare/my-class', { method: 'POST', body });
  expect([short.status, await short.text()]).toEqual([200, expect.stringContaining('columns have been recognised')]);
});

const sentForm = async (language: string, fields: Record<string, string | File>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ step: 'take', ...fields })) body.set(name, value);
  const headers = { Cookie: `language=${language.toUpperCase()}-X` };
  const response = await web.ask('/compare/my-class', { method: 'POST', body, headers });
  return { status: response.status, html: await response.text() };
};
const noFile = new File([], '');
const aFile = new File([pasted], 'class.csv');

test.each([
  ['en', 'No file selected!', 'You had chosen a file.', 'Paste a table.'],
  ['de', 'Wählen Sie zuerst eine Datei aus.', 'Sie hatten eine Datei ausgewählt.', 'Fügen Sie eine Tabelle ein.'],
])('file and pasted table are in one form, and each button keeps the other (%s)', async (language, missing, again, empty) => {
  const first = await (await web.ask('/compare/my-class')).text();
  expect(/<form[^>]*id="class-form".*?<\/form>/s.exec(first)?.[0]).toMatch(/type="file".*value="read-file".*<textarea.*value="read"/s);
  const without = await sentForm(language, { pasted, file: noFile, intent: 'read-file' });
  expect([without.status, without.html]).toEqual([400, expect.stringContaining(missing)]);
  expect(without.html).toContain('Cem\tm\t10\t4,2</textarea>');
  expect(without.html).not.toContain(again);
  const other = await sentForm(language, { pasted: '', file: aFile, intent: 'read' });
  expect([other.status, other.html]).toEqual([400, expect.stringContaining(empty)]);
  expect(other.html).toContain(again);
  // What the buttons for the language send: the name of the file alone.
  const switched = await post([['step', 'take'], ['file', 'class.csv'], ['pasted', 'a table']], language);
  expect(switched).toContain(again);
  expect(switched).toContain('a table</textarea>');
  const both = await sentForm(language, { pasted: 'x', file: aFile, intent: 'read-file' });
  expect([both.status, both.html]).toEqual([200, expect.stringContaining('20m-Sprint')]);
}); // prettier-ignore

/** The report of the class, whose table is what the page before carried. */
async function show(language = 'en', page = 1): Promise<string> {
  const tables = /name="tables" value="([^"]*)"/.exec(await take())?.[1] ?? '';
  const carried = tables.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return post([['step', 'mapping'], ['tables', carried], ['page', String(page)], ['intent', 'report']], language); // prettier-ignore
}

test('slips are behind everything that names other children', async () => {
  const absent = childOf(4, '4,2', { name: 'Elif', results: [] });
  const of = (name: string, children: ClassChild[]) => ({ ...reportOf(children).classes[0]!, name });
  report = reportOf([]);
  report.classes = [of('4a', [childOf(2, '4,1'), absent]), of('4b', [childOf(3, '4,2')])];
  report.leftOut = [{ table: '', from: 5, to: 5, reason: 'mean', text: 'Durchschnitt; 1,38 m; 6.5; 12.5.' }];
  report.problems = [{ table: '', place: 'D3', row: 3, column: 'SW', message: '9 m is unusual', isLeftOut: false }];
  const html = await show('de');
  const at = (text: string) => html.indexOf(text);
  expect(html.split('class="class-slip"')).toHaveLength(3);
  for (const text of ['Diese Kinder haben kein Ergebnis', '9 m is unusual', 'Zeile 5:', 'Klasse 4b</h3>'])
    expect([text, at(text) > 0 && at(text) < at('class="class-slip"')]).toEqual([text, true]);
  expect(html.slice(html.lastIndexOf('class="class-slip"')).split('</article>')[1]).not.toMatch(/Elif|<section|<table/);
  // As the cells that a workbook stores as numbers are told elsewhere.
  expect(html).toContain('Durchschnitt; 1,38 m; 6,5; 12.5.');
});

test('a result stands there as it was entered, and an age as in the workbook', async () => {
  const html = await show('de');
  expect(html).toContain('<span class="result-value">4,05 s</span>');
  expect(html).toContain('<span class="result-value">4,1 s</span>');
  expect(html).toContain('Mädchen, 10,1 Jahre');
});

test('medians of a class that is shown in parts are named as those of the whole class', async () => {
  report = reportOf(Array.from({ length: 120 }, (_, i) => childOf(i + 2, '4,1')));
  const html = await show('en', 2);
  expect(html).toContain('Results: Your class, children 101 to 120');
  expect(html).toContain('>Medians by test and sex: Your class</caption>');
});

test.each([
  ['en', 'not counted: 4.2; 4.3', 'Child 2, 20 m dash: 4.2; 4.3'],
  ['de', 'zählt nicht: 4,2; 4,3', 'Child 2, 20 m dash: 4,2; 4,3'],
])('results that do not count are told with their child, test and cells (%s)', async (language, cell, line) => {
  const child = childOf(2, '4.1');
  report = reportOf([{ ...child, results: child.results.map((one) => ({ ...one, notCounted: ['4.2', '4.3'] })) }]);
  const html = await show(language);
  expect(html).toContain(`<li>${line}</li>`);
  // In the table and on the slip.
  expect(html.split(cell)).toHaveLength(3);
});

test('a child that is neither girl nor boy reads why there is no percentile', async () => {
  const other = childOf(2, '4,1', { sex: null });
  const unplaced = {
    percentile: null,
    worse: null,
    same: null,
    band: null,
    median: null,
    reason: 'sex-other',
  } as const;
  report = reportOf([{ ...other, results: other.results.map((result) => ({ ...result, ...unplaced })) }]);
  const html = await show('de');
  expect(html).toContain('keine Kurve für dieses Geschlecht');
  expect(html).toContain('1 Ergebnis: Kurven gibt es nur für Mädchen und Jungen');
  expect(html).not.toContain('Geschlecht fehlt');
});

test('where a trial is chosen, the lists offer the first one of its test', async () => {
  const html = await take('Name\tm/w\tAlter\tSW (1. Sprung)\tSW 2. V\nAda\tw\t9\t120\t130\nBea\tw\t9\t125\t121');
  expect(html).toContain('value="slj.t2|cm" selected');
  expect(html).toContain('value="slj.t1|cm"');
  expect(html).not.toContain('value="slj.t3|cm"');
});

test('what was recognised is no warning, what is not in the report is one', async () => {
  const html = await take(`${pasted.replace('\n', '\tRucksack\n')}`);
  expect(html).toMatch(/<p>4 columns have been recognised/);
  expect(html).toMatch(/<p class="notice">These columns are not in the report[^<]*Rucksack/);
});

test.each([
  ['en', 'The first row was read as headers: Ada, w, 9;6, 4,05.'],
  ['de', 'Die erste Zeile wurde als Überschriften gelesen: Ada, w, 9;6, 4,05.'],
])('a child that was taken for headers is told (%s)', async (language, words) => {
  const children = 'Ada\tw\t9;6\t4,05\nBea\tw\t9;8\t4,1\nCem\tm\t10;2\t4,2';
  expect(await take(children, language)).toContain(words);
  expect(await take(pasted, language)).not.toContain(words.slice(0, 20));
});

test.each([
  ['en', ['My class, step 1 of 3: Add your table', 'My class, step 2 of 3: Say what the columns mean', 'My class, step 3 of 3: Read the report']],
  ['de', ['Meine Klasse, Schritt 1 von 3: Tabelle einlesen', 'Meine Klasse, Schritt 2 von 3: Spalten zuordnen', 'Meine Klasse, Schritt 3 von 3: Bericht lesen']],
] as const)('title and heading say at which step the page is (%s)', async (language, titles) => {
  const first = await web.ask('/compare/my-class', { headers: { Cookie: `language=${language.toUpperCase()}-X` } });
  const pages = [(await first.text()).replaceAll('<!-- -->', ''), await take(pasted, language), await show(language)];
  for (const [at, page] of pages.entries()) {
    const [heading, name] = titles[at]!.split(': ');
    expect(page).toContain(`<title>${titles[at]} – Motothek</title>`);
    expect(page).toContain(`<h1>${heading}</h1>`);
    expect(page).toContain(`<h2>${name}</h2>`);
  }
}); // prettier-ignore

test.each([
  ['en', 'Each of these is a child of its own', 'Anna (row 2), Anna (row 4)', ['Anna (row 2)', 'Anna (row 4)', 'Ben']],
  ['de', 'Diese Einträge zählen als verschiedene Kinder', 'Anna (Zeile 2), Anna (Zeile 4)', ['Anna (Zeile 2)', 'Anna (Zeile 4)', 'Ben']],
] as const)('two children of one name have a slip each, and this is told (%s)', async (language, words, names, slips) => {
  report = reportOf([childOf(2, '4,1', { name: 'Anna' }), childOf(4, '4,2', { name: 'Anna' }), childOf(5, '4,3', { name: 'Ben' }), childOf(6, '4,4', { name: 'Ben', child: 5 })]);
  const html = await show(language);
  expect(html).toMatch(new RegExp(`${words}[^<]*: ${names.replaceAll(/[()]/g, '\\$&')}\\.`));
  expect(html.match(/(?<=<article class="class-slip"><h3>)[^<]*/g)).toEqual([...slips, 'Ben']);
}); // prettier-ignore
