import { expect, test } from 'vitest';

import { formatBibtex } from '@domain/citation';
import { formatApa } from '@domain/apa-citation';
import { spreadsheetCsv } from '@domain/spreadsheet-csv';
import { translate } from '~/i18n/instances.server';

import { longJump, normsOf } from '../../../tests/fixtures/norms';
import { normFileOf } from './file-links';
import { citationOfCurves, citationOfSource } from './norm-citations';
import { type NormTable, tableRows } from './norm-tables';

const norms = normsOf(longJump);
const t = translate('en');
const source = 'https://motothek.example/compare?test=slj';
const rowsOf = (table: NormTable) => tableRows(table, norms, source, t);

test.each(['percentiles', 'studies', 'aggregated', 'trend', 'fit'] as const)(
  'every row of %s has a cell for each head, and its source',
  (table) => {
    const [heads, ...rows] = rowsOf(table);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) {
      expect(row).toHaveLength(heads!.length);
      expect(row.at(-1)).toBe(source);
    }
  },
);

test('percentiles are told smooth and empirical, with their intervals', () => {
  const [heads, , second] = rowsOf('percentiles');
  const first = ['sex', 'age', 'n', 'P3 smooth', 'P3 empirical', 'P3 lower limit (95%)', 'P3 upper limit (95%)'];
  expect(heads!.slice(0, 8)).toEqual([...first, 'P10 smooth']);
  const smooth = norms.groups[0]!.ages[1]!.smooth!;
  expect(second!.slice(0, 4)).toEqual(['girls and women', 8, 108, Number(smooth[0]!.toPrecision(6))]);
  expect(second!.slice(4, 7)).toEqual([null, null, null]);
});

test('groups beside the curves are told with their year and country', () => {
  const [heads, ...rows] = rowsOf('aggregated');
  expect(heads!.slice(0, 7)).toEqual(['data set', 'sex', 'age from', 'age to', 'year', 'country', 'n']);
  expect(rows.map((row) => row.slice(0, 7))).toEqual([
    [3, 'girls and women', 8, 9, 2019, 'Austria', 64],
    [3, 'boys and men', 10, 10, null, null, 58],
  ]);
});

test('a title that a spreadsheet would run is neutral, and German numbers have a comma', () => {
  const wicked = { ...norms, sources: [{ ...norms.sources[0]!, title: '=1+1' }] };
  const csv = [...spreadsheetCsv(tableRows('studies', wicked, source, translate('de')), 'de')].join('');
  expect(csv).toContain(";'=1+1;");
  expect(csv).toContain(';133,37;49,2;');
});

test('curves and sources are cited in APA style and BibTeX', () => {
  const origin = 'https://motothek.example';
  const [first, second] = norms.sources;
  expect(formatApa(citationOfSource(first!, origin), 'en')).toBe(
    'Muster, E.-M., & Institut für Sport. (2025). Jumps in Graz [Data set]. Motothek. https://doi.org/10.1234/mt-1',
  );
  expect(formatApa(citationOfSource(second!, origin), 'de')).toMatch(
    /\[Datensatz\].*https:\/\/motothek\.example\/data-set\/2$/,
  );
  const curves = citationOfCurves(norms, { title: 'Percentile curves: Standing long jump', address: source });
  expect(formatApa(curves, 'en')).toBe(
    `Motothek. (2026). Percentile curves: Standing long jump (Version 2026-11-28) [Data set]. ${source}`,
  );
  expect(formatBibtex(curves)).toContain('@misc{motothek-norms-slj-2026-11-28,');
  expect(formatBibtex(citationOfSource(first!, origin))).toContain(
    'author = {Muster, Eva-Maria and {Institut für Sport}},',
  );
});

test('files are known by their names', () => {
  expect(normFileOf('trend.png')).toEqual({ file: 'trend', format: 'png' });
  for (const name of ['trend.bib', 'curves.png', 'toString.csv', 'trend', 'trend.png.png', ''])
    expect(normFileOf(name)).toBeNull();
});
