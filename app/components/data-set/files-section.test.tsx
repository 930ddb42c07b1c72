import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import { type PublishedFiles, tableFormats } from '@domain/api/published-files';
import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { FilesSection } from './files-section';
import type { OpenSectionProps } from './open-section';

const filesOf = (table: string, name: string, isOpen = true): PublishedFiles =>
  tableFormats.map((format) => ({
    table,
    format,
    fileName: `${name}.${format}`,
    mediaType: 'text/csv',
    bytes: format === 'parquet' ? 12_345 : null,
    sha256: format === 'parquet' ? 'a1b2c3'.repeat(10) + '0000' : null,
    address: `/api/search/data/7/files/${name}.${format}`,
    isOpen,
  }));
const column = (key: string, unit: string) => ({ key, unit, label: key, source: key, codes: [], missing: [] });
const tables = [
  { name: 'data', rowCount: 3, columns: [column('slj', 'cm'), column('situp40', '1'), column('age_y', 'a')] },
];

function show(language: Language, more: Partial<OpenSectionProps> = {}): string {
  const props = { nr: 7, files: filesOf('data', 'data'), tables, needsForm: false, origin: 'https://motothek.example' };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <FilesSection {...props} {...more} />
    </I18nextProvider>,
  );
}
const links = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address);

test.each([
  ['en', 'Files', '12.3 kB', 'Copy R code'],
  ['de', 'Dateien', '12,3 kB', 'R-Code kopieren'],
] as const)('files have names, sizes and sums in %s', (language, heading, size, copy) => {
  const html = show(language);
  expect(html).toContain(`<section aria-labelledby="files"><h2 id="files">${heading}</h2>`);
  expect(html.replaceAll('\u00a0', ' ')).toContain(`<td>${size}</td>`);
  expect(html).toContain('<summary><code>a1b2c3a1b2c3…</code></summary>');
  expect(html).toContain(`<button type="button" class="button-quiet" data-copy="code-r" hidden="">${copy}</button>`);
  expect(links(html)).toEqual(tableFormats.map((format) => `/api/search/data/7/files/data.${format}`));
});

test('the code reads the public address of the first table, and names units', () => {
  const html = show('en', { files: [...filesOf('data', 'table-1-data'), ...filesOf('other', 'table-2-other')] });
  const code = [...html.matchAll(/<code id="code-\w+">([^<]*)</g)].map(([, text = '']) => text);
  expect(code).toHaveLength(3);
  for (const text of code)
    expect(text).toContain('https://motothek.example/api/search/data/7/files/table-1-data.parquet');
  expect(html).toContain('slj (cm), age_y (');
  expect(html).not.toContain('situp40');
});

test('a closed data set names the form, and links to files only for those who have answered it', () => {
  const closed = show('en', { files: filesOf('data', 'data', false), needsForm: true });
  expect(closed).toContain('after you have filled in the download form');
  expect(links(closed)).toEqual([]);
  expect(closed).not.toMatch(/12\.3|a1b2c3|<th scope="col">Size|made at the first download/);
  expect(closed).not.toContain('https://');
  const granted = show('de', { needsForm: true });
  expect(granted).not.toContain('sobald Sie das Downloadformular');
  expect(granted).toContain('<a href="/data-set/7/files/data.csv?lang=de">data.csv</a>');
});

test('a data set without tables has no section', () => {
  expect(show('en', { files: [], tables: [] })).toBe('');
});
