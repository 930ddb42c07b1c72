import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';

import type { UploadKind } from '@domain/upload-id';

import { rootFolder } from '../../root-folder';
import { reasonOf, suggestionRules, suggestMapping, type SuggestedColumn } from './';

const dataFolder = process.env.MOTOTHEK_DATA ?? path.join(rootFolder, '..', 'shared', 'data');

type Columns = Record<string, string>;

function columnsOf(columns: Columns): SuggestedColumn[] {
  return Object.entries(columns).map(([name, samples]) => ({
    name,
    label: null,
    valueLabels: {},
    samples: samples.split('|'),
  }));
}

/** First suggestions as '<key>|<unit>' by column; columns without one are left out. */
function suggest(columns: Columns, kind: UploadKind = 'raw'): Columns {
  const names = Object.keys(columns);
  return Object.fromEntries(
    suggestMapping(suggestionRules, kind, columnsOf(columns)).columns.flatMap(([first], index) =>
      first ? [[names[index] ?? '', `${first.target.key}|${first.unit.unit}`]] : [],
    ),
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function groupBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
  return groups;
}

describe('headers of whole tables', () => {
  interface Row {
    part: string;
    table: string;
    kind: UploadKind;
    header: string;
    samples: string;
    key: string;
    unit: string;
  }
  const file = path.join(rootFolder, 'tests', 'fixtures', 'collected-headers.csv');
  const rows = Papa.parse<Row>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true }).data;

  it.each([...new Set(rows.map(({ part }) => part))])('%s: 95 in 100 are right and none is wrong', (part) => {
    const ofPart = rows.filter((row) => row.part === part);
    const judged = [...groupBy(ofPart, ({ table }) => table).values()].flatMap((table) => {
      const found = suggest(
        Object.fromEntries(table.map(({ header, samples }) => [header, samples])),
        table[0]?.kind ?? 'raw',
      );
      return table.map(({ table, header, key, unit }) => {
        const meant = key === '' ? '' : `${key}|${unit}`;
        return { table, header, meant, found: found[header] ?? '' };
      });
    });
    const missed = judged.filter(({ meant, found }) => meant !== found);
    expect(judged.length).toBeGreaterThan(100);
    expect(missed.filter(({ found }) => found !== '')).toEqual([]);
    expect(missed.length / judged.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
  });

  const school = path.join(dataFolder, 'school');
  it.skipIf(!existsSync(school))(`of school files are right (skipped without ${school})`, () => {
    const means = Papa.parse<{ file: string; column: string; target: string }>(
      readFileSync(path.join(school, 'means.csv'), 'utf8'),
      { header: true, skipEmptyLines: true },
    ).data.filter((mean) => mean.file.endsWith('.csv'));
    for (const [name, meant] of groupBy(means, (mean) => mean.file)) {
      const lines = Papa.parse<string[]>(decode(readFileSync(path.join(school, name))), { delimiter: ';' }).data;
      const top = lines.findIndex((line) => line.filter((cell) => cell !== '').length >= meant.length);
      const columns = (lines[top] ?? []).map((name, index): SuggestedColumn => ({
        name,
        label: null,
        valueLabels: {},
        samples: lines.slice(top + 1, top + 120).map((line) => line[index] ?? ''),
      }));
      const found = suggestMapping(suggestionRules, 'raw', columns).columns.map(([first]) => first);
      const firsts = meant.map(({ column, target }) => {
        const one = found[column.charCodeAt(0) - 'A'.charCodeAt(0)];
        return one ? one.target.key + (target.includes('|') ? `|${one.unit.unit}` : '') : '';
      });
      expect(firsts, name).toEqual(meant.map(({ target }) => target));
    }
  });
});

describe('the other columns of a table', () => {
  it('tell time points from trials', () => {
    expect(suggest({ SW_T1: '121|130', SW_T2: '125|131' })).toEqual({ SW_T1: 'slj.t1|cm', SW_T2: 'slj.t2|cm' });
    expect(suggest({ SW_T1: '121|130', SW_T2: '125|131', Größe_T1: '131|140', Größe_T2: '133|142' })).toEqual({});
    expect(suggest({ 'T0 SW': '121|130', 'T1 SW': '125|131' })).toEqual({});
    expect(suggest({ 'run6min.t1': '1004|870', 'run6min.t2': '1020|880' })).toEqual({
      'run6min.t1': 'run6min.t1|m',
      'run6min.t2': 'run6min.t2|m',
    });
  });

  it('show that a year belongs to the whole table', () => {
    expect(suggest({ 'SLJ 2021': '121|130', 'Gewicht (2021)': '28|31' })).toEqual({
      'SLJ 2021': 'slj|cm',
      'Gewicht (2021)': 'mass|kg',
    });
    expect(suggest({ SLJ2021: '121|130', SLJ2022: '128|137' })).toEqual({});
    expect(suggest({ SLJ2021: '121|130', 'Teilnahme 2020': 'x|' })).toEqual({ SLJ2021: 'slj|cm' });
  });

  it('complete a name that is only a trial', () => {
    expect(
      suggest({
        'SW 1. V': '121|130',
        '2. V': '125|131',
        'Rumpfbeuge Versuch 1': '-3|4',
        'Versuch 2': '-2|5',
        V2: '3|4',
      }),
    ).toEqual({
      'SW 1. V': 'slj.t1|cm',
      '2. V': 'slj.t2|cm',
      'Rumpfbeuge Versuch 1': 'standreach.t1|cm',
      'Versuch 2': 'standreach.t2|cm',
    });
  });

  it.each([
    ['Lichtschranke|Lichtschranke', { '20m': 'dash20gate|s' }],
    ['hand|hand', { '20m': 'dash20hand|s' }],
    ['Handstoppung|Lichtschranke', {}],
    ['gut|schlecht', { '20m': 'dash20hand|s' }],
  ])('state how the 20 m dash was timed: %s', (timing, wanted) => {
    expect(suggest({ '20m': '4.41|4.13', Zeitmessung: timing })).toEqual(wanted);
  });

  it('are named in the reason if they decide', () => {
    const {
      columns: [[dash] = []],
    } = suggestMapping(suggestionRules, 'raw', columnsOf({ '20m': '4.41|4.13', Zeitmessung: 'LS|LS' }));
    if (!dash) throw new Error('nothing is suggested');
    expect(reasonOf(dash, 'en')).toEqual({
      code: 'name-beside-range',
      message: 'Column name ‘20m’; timing from column ‘Zeitmessung’; values 4.13 to 4.41.',
    });
    expect(reasonOf(dash, 'de').message).toBe(
      'Spaltenname „20m“; Zeitmessung laut Spalte „Zeitmessung“; Werte 4,13 bis 4,41.',
    );
  });
});

describe('a name', () => {
  it('with a typing error is understood if nothing else fits', () => {
    expect(suggest({ Geschlehct: 'm|w', Standweitsrpung: '121|135', Gesicht: '28|31', Seilspringen: '28|31' })).toEqual(
      { Geschlehct: 'sex|m/w', Standweitsrpung: 'slj|cm' },
    );
    expect(suggest({ Standweitsrpung: '121|135', Standweitsprung: '121|135' })).toEqual({ Standweitsprung: 'slj|cm' });
  });

  it.each([
    ['Standweitspr.', '121|135', 'slj|cm'],
    ['Kl.stufe', '3|4', 'grade|'],
    ['Bal. rückw.', '31|40', 'balback|1'],
    ['Coopert. (m)', '2150|1900', 'cooper12|m'],
    ['RUMPFBGE', '-3|2', 'standreach|cm'],
    ['X20m.sprint', '4.4|4.1', 'dash20hand|s'],
  ])('that is shortened is completed: %s', (name, samples, target) => {
    expect(suggest({ [name]: samples })).toEqual({ [name]: target });
  });

  it.each([
    ['Rumpf.', '12|18'],
    ['Körper.', '31|40'],
    ['MEDIZIN', '3|4'],
    ['Stud.', 'a|b'],
    ['Kl.-Lehrer', 'AB|CD'],
    ['Seilspr.', '28|31'],
    ['Status', '131|140'],
  ])('that could be cut off several words, or is one of its own, is not completed: %s', (name, samples) => {
    expect(suggest({ [name]: samples })).toEqual({});
  });

  it('in everyday use gives way to the proper one', () => {
    expect(suggest({ Rumpfheben: '18|22' })).toEqual({ Rumpfheben: 'situp40|1' });
    expect(suggest({ Rumpfheben: '18|22', 'Sit-ups': '18|22' })).toEqual({ 'Sit-ups': 'situp40|1' });
  });

  it('of a class with a letter is a group, and with a number alone a grade', () => {
    expect(suggest({ Klasse: '5a|5b' })).toEqual({ Klasse: 'school_id|' });
    expect(suggest({ Klasse: '5|6' })).toEqual({ Klasse: 'grade|' });
    expect(suggest({ Klasse: 'A|B' })).toEqual({});
    expect(suggest({ Klasse: '5a|5b', Schule: 'Nord|Süd' })).toEqual({ Schule: 'school_id|' });
  });

  it('of a study or a time point does not name what is different in each row, or measured', () => {
    expect(suggest({ study_id: 'a|b|a' })).toEqual({ study_id: 'study_id|' });
    expect(suggest({ study_id: 'a|b|c' })).toEqual({ study_id: 'person_id|' });
    expect(suggest({ Time: '12.4|11.8' })).toEqual({});
  });

  it('that is missing is only made up for by the letters or words of both sexes', () => {
    expect(suggest({ 'Column A': 'm|w|w', 'Column B': '121|135' })).toEqual({ 'Column A': 'sex|m/w' });
    expect(suggest({ 'Column A': '1|2|2', 'Column B': 'm|m' })).toEqual({});
  });

  it('of six trials on three beams gives each beam its two trials', () => {
    const columns = ['6cm', '4,5cm', '3cm'].flatMap((beam) => [1, 2].map((trial) => `BAL rw ${beam} ${trial}. V`));
    const targets = Object.values(suggest(Object.fromEntries(columns.map((name) => [name, '3|8|5']))));
    expect(targets).toEqual([1, 2, 3, 4, 5, 6].map((trial) => `balback.t${trial}|1`));
  });

  it('of test and unit takes the everyday words of a file in long format', () => {
    const long = { Test: 'Standweitsprung|20m-Sprint|Wurfkraft', Wert: '121|4,4', Einheit: 'cm|Sekunden|Wdh.' };
    expect(suggest(long)).toEqual({ Test: 'test_name|', Wert: 'test_value|', Einheit: 'test_unit|' });
    expect(suggest({ Test: 'bestanden|nicht bestanden', Wert: '121|4,4' })).toEqual({});
  });

  it.each([
    '09.04.15',
    '6/19/2013',
    '5. Mai 2013',
    'May 5, 2013',
    '19-06-2013',
    '41444',
    '2013-06-19 00:00:00',
    '6/19/2013 9:46 PM',
    'Mi., 19.06.2013',
  ])('of a date fits %s', (date) =>
    expect(suggest({ Geburtstag: `${date}|${date}` })).toEqual({ Geburtstag: 'birth_date|' }),
  );
});

describe('a codebook', () => {
  const column = (name: string, explained: string, samples: string): SuggestedColumn => ({
    name,
    label: null,
    explained,
    valueLabels: {},
    samples: samples.split('|'),
  });
  const firstOf = (one: SuggestedColumn) => {
    const [candidate] = suggestMapping(suggestionRules, 'raw', [one]).columns[0] ?? [];
    return candidate && `${candidate.target.key}|${candidate.unit.unit} ${reasonOf(candidate, 'en').message}`;
  };

  it('explains a name, with unit and codes', () => {
    expect(firstOf(column('x17', 'Standweitsprung [m]', '1,21|1,35'))).toBe(
      'slj|m Codebook ‘Standweitsprung’; unit ‘m’ named; values 1.21 to 1.35.',
    );
    expect(firstOf(column('x18', 'Geschlecht (1 = männlich, 2 = weiblich)', '1|2'))).toBe(
      'sex|1=m 2=f Codebook ‘Geschlecht’; values 1 = männlich, 2 = weiblich.',
    );
  });

  it('overrules an abbreviation with another meaning, and supports one with the same', () => {
    expect(firstOf(column('RB', 'Rückwärts balancieren', '31|40'))).toMatch(/^balback/);
    expect(firstOf(column('SW', 'Schulwoche', '121|135'))).toBeUndefined();
    expect(firstOf(column('SW', 'Standweitsprung, von der Linie bis zur hinteren Ferse', '121|135'))).toMatch(/^slj/);
  });
});

it('a name with an unknown word has no target, because it may be another test', () => {
  expect(suggest({ 'chair sit and reach': '4|-2', 'Einbeinstand re Kontakte': '3|4', 'V-sit reach': '3|4' })).toEqual(
    {},
  );
  expect(suggest({ 'Sit and reach (in)': '4|-2', 'Bal_4,5_1': '7|3' })).toEqual({
    'Sit and reach (in)': 'sitreach|in',
    'Bal_4,5_1': 'balback.t3|1',
  });
});

it('a line that only groups columns is left out', () => {
  expect(suggest({ 'Anthropometrie / Größe cm': '131|128' })).toEqual({ 'Anthropometrie / Größe cm': 'height|cm' });
});

it('an abbreviation is not believed against unusual values', () => {
  expect(suggest({ SW: '312|335|303' })).toEqual({});
  expect(suggest({ Standweitsprung: '312|335|303' })).toEqual({ Standweitsprung: 'slj|cm' });
});
