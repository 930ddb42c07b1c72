import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import type { UploadKind } from '@domain/upload-id';

import { workSeconds } from '../../../tests/support/work-seconds';
import { rootFolder } from '../../root-folder';
import { reasonOf, suggestionRules, suggestMapping, type SuggestedColumn } from './';

const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');

function column(name: string, samples = '', more: Partial<SuggestedColumn> = {}): SuggestedColumn {
  return { name, label: null, valueLabels: {}, samples: samples.split('|'), ...more };
}

/** First suggestion of each column as '<key>|<unit>', '' if there is none. */
function suggest(columns: SuggestedColumn[], kind: UploadKind = 'raw'): string[] {
  return suggestMapping(suggestionRules, kind, columns).columns.map(([first]) =>
    first ? `${first.target.key}|${first.unit.unit}` : '',
  );
}

interface LabelledHeader {
  header: string;
  samples: string;
  kind?: UploadKind;
  key: string;
  unit: string;
}

/** Labelled headers whose first suggestion is wrong, each tested on its own. */
function judge(file: string) {
  const rows = Papa.parse<LabelledHeader>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true }).data;
  const misses = rows.flatMap(({ header, samples, kind = 'raw', key, unit }) => {
    const meant = key === '' ? '' : `${key}|${unit}`;
    const [suggested = ''] = suggest([column(header, samples)], kind);
    return suggested === meant ? [] : [{ header, meant, suggested }];
  });
  const wrong = misses.filter(({ suggested }) => suggested !== '');
  return { count: rows.length, misses, wrong };
}

describe('names as contributors write them', () => {
  it.each([
    ['Standweitsprung in cm, 2. Versuch', '121|130', 'slj.t2|cm'],
    ['Standing long jump in cm, 2nd trial', '121|130', 'slj.t2|cm'],
    ['zweiter Versuch Standweitsprung', '121|130', 'slj.t2|cm'],
    ['Medizinballstoß in m, 1. Versuch', '3.7|4.1', 'medball1.t1|m'],
    ['sitandreach_max', '4.5|-2', 'sitreach|cm'],
    ['Geschlecht (weiblich=0, männlich=1)', '0|1', 'sex|0=f 1=m'],
    ['sex_m1f2', '1|2', 'sex|1=m 2=f'],
    ['20 metre sprint', '4.5|4.2', 'dash20hand|s'],
    ['Twenty metres', '4.5|4.2', ''],
    ['20 metres shuttle run (laps)', '31|24', 'shuttle20.laps|1'],
    ['Zeit in s', '3|4', ''],
    ['Testdatum', '05/2022|6/2022', 'test_year|'],
    ['Testjahr', '10.05.2022|11.05.2022', 'test_year|'],
    ['Testjahr', '2019/20|2020/21|2021/22', ''],
    ['Testjahr', '2009/10|2010/11|2011/12', ''],
    ['change in m', '1|2', ''],
  ])('%s', (name, samples, target) => {
    expect(suggest([column(name, samples)])).toEqual([target]);
  });
});

describe('labelled headers', () => {
  const known = path.join(dataFolder, 'headers.csv');
  it.skipIf(!existsSync(known))(
    `nine of ten of the known ones are right and at most one of twenty is wrong (skipped without ${known})`,
    () => expectGood(known),
  );

  it('of our own files work as well', () => {
    expectGood(path.join(rootFolder, 'tests', 'fixtures', 'labelled-headers.csv'));
  });

  function expectGood(file: string) {
    const { count, misses, wrong } = judge(file);
    expect(count).toBeGreaterThan(80);
    expect(misses.length / count, JSON.stringify(misses)).toBeLessThanOrEqual(0.1);
    expect(wrong.length / count, JSON.stringify(wrong)).toBeLessThanOrEqual(0.05);
  }
});

describe('a suggestion', () => {
  it.each([
    ['Standweitsprung', '121|135|118', 'slj|cm'],
    ['Standweitsprung', '1,21|1,35|1,18', 'slj|m'],
    ['Standweitsprung', '1210|1350|1180', 'slj|mm'],
    ['Standweitsprung [m]', '121|135|118', ''],
    ['Standweitsprung (Zoll)', '48|53|46', ''],
    ['20m Sprint', '4400|4100|4700', 'dash20hand|ms'],
    ['handgrip', '210|176|240', 'handgrip|N'],
    ['Shuttle Run', '41|33|60', ''],
    ['age', '98|104|111', 'age_y|a'],
    ['age', '198|204|211', ''],
  ])('of %s with %s takes a unit that the values fit', (name, samples, wanted) => {
    expect(suggest([column(name, samples)])).toEqual([wanted]);
  });

  it.each([
    ['sex', 'm|w|m', {}, 'sex|m/w'],
    ['sex', 'M|F|M', {}, 'sex|m/f'],
    ['sex', 'boys|girls', {}, 'sex|'],
    ['Bub/Mädel', 'Bub|Mädel|Bua', {}, 'sex|'],
    ['sex', 'B|G|B', {}, 'sex|b=m g=f'],
    ['sex', 'G|G|G', {}, ''],
    ['Geschlecht', 'J|M|J', {}, 'sex|j=m m=f'],
    ['Geschlecht', 'm|m|m', {}, 'sex|'],
    ['sex', '1|2|1', {}, ''],
    ['sex', '1|2|1', { '1': 'female', '2': 'male' }, 'sex|1=f 2=m'],
    ['sex', '1.0|0.0|1.0', { '0': 'männlich', '1': 'weiblich' }, 'sex|0=m 1=f'],
    ['sex', '1|2|3', { '1': 'male', '2': 'female', '3': 'divers' }, ''],
    ['Geschlecht (0 = weiblich, 1 = männlich)', '0|1|1', {}, 'sex|0=f 1=m'],
    ['club', '1|0|1', { '0': 'nein', '1': 'ja' }, 'club|'],
    ['club', '1|0|1', { '0': 'ja', '1': 'nein' }, ''],
  ])('of %s with codes %s and words %o keeps to what the codes mean', (name, samples, valueLabels, wanted) => {
    expect(suggest([column(name, samples, { valueLabels })])).toEqual([wanted]);
  });

  it('uses the variable label if the name is inconclusive', () => {
    const v12 = column('V12', '1.21|1.35', { label: 'Standweitsprung (Meter)' });
    expect(suggest([v12])).toEqual(['slj|m']);
    expect(suggest([{ ...v12, label: 'Frage 12' }])).toEqual(['']);
  });

  it('is not made for similar words', () => {
    const columns = [
      'Note Standweitsprung',
      'Schuhgröße',
      'Größe der Mutter',
      'grip percentile',
      'Klasse B',
      '30 m sprint',
    ];
    expect(suggest(columns.map((name) => column(name, '3|4|5')))).toEqual(columns.map(() => ''));
  });

  it('tolerates an error in a cell, but not a column of other values', () => {
    const heights = Array.from({ length: 60 }, (_, i) => String(140 + (i % 20)));
    expect(suggest([column('height', [...heights, '1735'].join('|'))])).toEqual(['height|cm']);
    expect(suggest([column('height', 'small|tall|small')])).toEqual(['']);
  });

  it('is made for one column per target, the one with the best score', () => {
    const columns = [column('SW', '121|135'), column('Standweitsprung', '121|135'), column('broad jump', '121|135')];
    expect(suggest(columns)).toEqual(['', 'slj|cm', '']);
  });

  it('of test values and units needs a column with names of tests', () => {
    const score = column('score', '121|14');
    expect(suggest([score])).toEqual(['']);
    expect(suggest([column('Test', 'SLJ|PU'), score])).toEqual(['test_name|', 'test_value|']);
  });

  it('distinguishes trials and the hands of a grip', () => {
    const columns = ['SW 1', 'SW_T2', '3. Versuch SW', 'Handkraft re', 'Handkraftlinks'];
    expect(suggest(columns.map((name) => column(name, '45|45')))).toEqual([
      'slj.t1|cm',
      'slj.t2|cm',
      'slj.t3|cm',
      'handgrip.right|kg',
      'handgrip.left|kg',
    ]);
  });

  it('for aggregated data combines measure and statistic', () => {
    const names = ['SLJ_M', 'SLJ_SD', 'SLJ N', 'Handkraft rechts Median (kg)', 'Alter von', 'SLJ'];
    const columns = names.map((name) => column(name, name === 'SLJ_M' ? '121|126' : '8|9'));
    expect(suggest(columns, 'agg')).toEqual([
      'slj.mean|cm',
      'slj.sd|cm',
      'slj.n|1',
      'handgrip.right.median|kg',
      'g_age_from|a',
      '',
    ]);
  });

  it('states the reason in both languages', () => {
    const {
      columns: [[slj] = [], [sex] = []],
    } = suggestMapping(suggestionRules, 'raw', [
      column('Standweitsprung [m]', '1,21|1,355'),
      column('V3', 'm|w', { label: 'Geschlecht' }),
    ]);
    if (!slj || !sex) throw new Error('nothing is suggested');
    expect(reasonOf(slj, 'en')).toEqual({
      code: 'name-unit-range',
      message: 'Column name ‘Standweitsprung’; unit ‘m’ named; values 1.21 to 1.355.',
    });
    expect(reasonOf(slj, 'de').message).toBe(
      'Spaltenname „Standweitsprung“; Einheit „m“ genannt; Werte 1,21 bis 1,355.',
    );
    expect(reasonOf(sex, 'de')).toEqual({ code: 'label-codes', message: 'Beschriftung „Geschlecht“; Werte m, w.' });
    const {
      columns: [[coded] = []],
    } = suggestMapping(suggestionRules, 'raw', [column('sex', '2|1', { valueLabels: { '1': 'male', '2': 'female' } })]);
    expect(coded && reasonOf(coded, 'en').message).toBe('Column name ‘sex’; values 2 = female, 1 = male.');
  });

  it('looks at each of many columns once', async () => {
    const samples = Array.from({ length: 300 }, (_, i) => 20 + (i % 30)).join('|');
    const columns = Array.from({ length: 1000 }, (_, i) => column(`Handkraft rechts, Versuch ${i} (kg)`, samples));
    const suggestFor = (count: number) =>
      workSeconds(() => suggestMapping(suggestionRules, 'raw', columns.slice(0, count)));
    await suggestFor(1000);
    const few = await suggestFor(100);
    // Compared with each other, ten times the columns take a hundred times the work.
    expect(await suggestFor(1000)).toBeLessThan(40 * few);
  });
});
