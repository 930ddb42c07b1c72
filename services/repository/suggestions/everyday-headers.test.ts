import { describe, expect, it } from 'vitest';

import type { UploadKind } from '@domain/upload-id';

import { needCells, reasonOf, suggestionRules, suggestMapping } from './';

type Columns = Record<string, string>;

function candidates(columns: Columns, kind: UploadKind = 'raw') {
  const all = Object.entries(columns).map(([name, samples]) => ({
    name,
    label: null,
    valueLabels: {},
    samples: samples.split('|'),
  }));
  return suggestMapping(suggestionRules, kind, all).columns.map(([first]) => first);
}

/** First suggestions as '<key>|<unit>' by column, '' if there is none. */
function suggest(columns: Columns, kind: UploadKind = 'raw'): Columns {
  const names = Object.keys(columns);
  return Object.fromEntries(
    candidates(columns, kind).map((first, index) => [
      names[index] ?? '',
      first ? `${first.target.key}|${first.unit.unit}` : '',
    ]),
  );
}

function messageOf(name: string, samples: string): string {
  const [first] = candidates({ [name]: samples });
  return first ? reasonOf(first, 'en').message : '';
}

describe('an everyday header', () => {
  it.each([
    ['Geboren', '12.03.2011|04.11.2010', 'birth_date|'],
    ['birth', '2013-09-10|2012-03-23', 'birth_date|'],
    ['Bub/Mädel', 'Bub|Mädel|Bub', 'sex|'],
    ['Kind (J/M)', 'J|M|M', 'sex|j=m m=f'],
    ['J/M', 'J|M|M', 'sex|j=m m=f'],
    ['B/G', 'B|G|G', 'sex|b=m g=f'],
    ['Sch.-Nr.', '12|13|14', ''],
    ['Pat.-Nr.', 'P1002|P1003', 'person_id|'],
    ['Patient No.', 'P1002|P1003', 'person_id|'],
    ['TestDat', '21.10.21|17.10.21', 'test_date|'],
    ['Tag', '21.10.2021|22.10.2021', 'test_date|'],
    ['Tag', 'Mo|Di|Mo', ''],
    ['Tag', '1|2|3', ''],
    ['Jahre', '10,5|9|11', 'age_y|a'],
    ['Jahre', '10|9|k.A.|12|11|10|9|8|7|8|9|1', 'age_y|a'],
    ['Jahre', '1|2|5', ''],
    ['Jahre', '2019|2020|2021', ''],
    ['Monat', 'Mai 2022|Juni 2022', ''],
    ['Helfer', 'H1|H2|H1', 'tester_id|'],
    ['Bemerkungen Sportlehrer', 'trägt Brille||', 'remark|'],
    ['Sportlehrer', 'Wi|Bo|Wi', ''],
    ['KG', '28,5|31|45', 'mass|kg'],
    ['KG', '147,5|127,1|114,6', ''],
    ['6MLT / m', '1004|870', 'run6min|m'],
    ['Runden-Lauf 6 Min (m)', '1004|870', 'run6min|m'],
    ['run6_m', '933|948', 'run6min|m'],
    ['Dauerlauf 12 Min. [m]', '2109|1852', 'cooper12|m'],
    ['Dauerlauf 8 Min. [m]', '1409|1252', ''],
    ['MBP 1kg m', '4.68|4.33', 'medball1|m'],
    ['MBP 2kg m', '4.68|4.33', ''],
    ['peakHR', '199|167|189', 'hr|/min'],
    ['Balancieren 6cm', '13|12|14', 'balback.b60|1'],
    ['Balancieren 6cm', '18|12|19', ''],
    ['Balancieren 3cm', '7|7|5', 'balback.b30|1'],
    ['seitl. Springen Mittelwert', '20,5|30,5|34', 'jumpside15|1'],
    ['BAL4_1', '8|5|4', 'balback.t3|1'],
    ['Bal_4_2', '8|5|4', 'balback.t4|1'],
    ['Bal_5_2', '8|5|4', ''],
    ['Bal 4', '31|24', ''],
    ['LAUF_6', '4.1|4.4', ''],
    ['Größe in cm (ohne Schuhe)', '131|128', 'height|cm'],
    ['Hin- u. Herspringen Ø', '26,5|31|24', 'jumpside15|1'],
    ['Assessment dd/mm/yyyy', '04/05/2022|15/05/2022', 'test_date|'],
    ['Untersuchung', 'U7|U8|U9', ''],
    ['Month of birth (MM/YYYY)', '03/2011|11/2010', 'birth_month|'],
    ['Max grip either hand kg', '19|17|23', 'handgrip|kg'],
    ['Free text', '|ill|', 'remark|'],
    ['Mann/Frau', 'Frau|Mann|Frau', 'sex|'],
    ['Wochenstunden Sport', '2|3|1', 'sport_h|h/wk'],
    ['beam walk backwards', '31|24', 'balback|1'],
  ])('%s with %s', (name, samples, wanted) => {
    expect(suggest({ [name]: samples })).toEqual({ [name]: wanted });
  });

  it.each([
    ['Geschlecht (1=männl., 2=weibl.)', '1|2|2', 'sex|1=m 2=f'],
    ['Geschl. (1/2) (1 = männl., 2 = weibl.)', '1|2|2', 'sex|1=m 2=f'],
    ['Geschl. / (1=weibl., 2=männl.)', '1|2|2', 'sex|1=f 2=m'],
    ['m = 1 / w = 2', '1|2|2', 'sex|1=m 2=f'],
    ['1 = ja, 2 = nein', '1|2|2', ''],
    ['1 = left, 2 = right', '1|2|2', ''],
    ['Geschlecht (m=1, w=2)', '1|2|2', 'sex|1=m 2=f'],
    ['Sex (0=fem., 1=masc.)', '0|1|1', 'sex|0=f 1=m'],
    ['Geschlecht (1=mä., 2=we.)', '1|2|2', ''],
    ['Geschl. (1/2)', '1|2|2', ''],
  ])('%s says what its codes mean', (name, samples, wanted) => {
    expect(suggest({ [name]: samples })).toEqual({ [name]: wanted });
  });

  it('of aggregated data may name the unit before the statistic', () => {
    const columns = {
      'Dash20m_s mean': '4.75|4.48',
      'Dash20m_s sd': '0.26|0.3',
      'Dash20m_s P10': '4.5|4.2',
      'Dash20m_s P90': '5.1|4.8',
      SLJ_m_mean: '1.31|1.42',
    };
    expect(suggest(columns, 'agg')).toEqual({
      'Dash20m_s mean': 'dash20hand.mean|s',
      'Dash20m_s sd': 'dash20hand.sd|s',
      'Dash20m_s P10': 'dash20hand.p10|s',
      'Dash20m_s P90': 'dash20hand.p90|s',
      SLJ_m_mean: 'slj.mean|m',
    });
    expect(suggest({ 'Alter (J;M)': '6;0-6;11|7;0-7;11', Jahre: '6|7|8' }, 'agg')).toEqual({
      'Alter (J;M)': 'g_ages|',
      Jahre: 'g_age|a',
    });
  });
});

it('a header that means a target only by its cells has them read', () => {
  const columns = ['Standweitsprung', 'Jahre', 'KG', 'Foto'].map((name) => ({
    name,
    label: null,
    valueLabels: {},
    samples: [],
  }));
  expect(needCells(suggestionRules, 'raw', columns)).toEqual([true, true, true, false]);
});

describe('another column', () => {
  it('decides between body height and body mass for ‘KG’', () => {
    const KG = '147,5|127,1|114,6';
    expect(suggest({ KG, KGew: '43,6|24|21,9' })).toMatchObject({ KG: 'height|cm', KGew: 'mass|kg' });
    expect(suggest({ Größe: '181|178|169', KG: '81|92|101' })).toMatchObject({ Größe: 'height|cm', KG: 'mass|kg' });
    expect(suggest({ Größe: '181|178|169', Gewicht: '81|92|101', KG })).toMatchObject({ KG: '' });
  });

  it('shows which walk a pulse belongs to', () => {
    const pulse = { 'Puls nach Gehen': '103|114|119' };
    expect(suggest(pulse)).toEqual({ 'Puls nach Gehen': '' });
    expect(suggest({ '2 km Gehen (min:s)': '16:50|17:23', ...pulse })).toMatchObject({
      'Puls nach Gehen': 'walk2km.hr|/min',
    });
  });
});

describe('a time point within a name', () => {
  it('is no trial if dates have it as well', () => {
    const columns = {
      test_t1: '2023-09-12|2023-09-12',
      slj_t1_cm: '143|113',
      run6_t1_m: '933|948',
      test_t2: '2024-05-08|2024-05-08',
      slj_t2_cm: '151|121',
      run6_t2_m: '963|978',
    };
    expect(new Set(Object.values(suggest(columns)))).toEqual(new Set(['']));
  });

  it('is a trial if nothing else shows a time', () => {
    expect(suggest({ slj_t1_cm: '143|113', slj_t2_cm: '151|121' })).toEqual({
      slj_t1_cm: 'slj.t1|cm',
      slj_t2_cm: 'slj.t2|cm',
    });
  });
});

describe('a reason', () => {
  it('names the whole word of the column', () => {
    expect(messageOf('PupilNo', 'p1|p2')).toBe('Column name ‘PupilNo’.');
  });

  it('shows clock times as they are in the file', () => {
    expect(messageOf('2 km Gehen (min:s)', '16:50|17:23|22:51')).toBe(
      'Column name ‘2 km Gehen’; unit ‘min’ named; values 16:50 to 22:51.',
    );
    expect(messageOf('2 km Gehen (min)', '16,8|17,4')).toBe(
      'Column name ‘2 km Gehen’; unit ‘min’ named; values 16.8 to 17.4.',
    );
  });
});

describe('a table in long format is told by its cells', () => {
  const persons = 'A1|A1|A1|A1|A2|A2|A2|A2';
  const english = 'Broad jump|20m sprint|Beep test|Sit-ups|Broad jump|20m sprint|Beep test|Sit-ups';
  const german =
    'Liegestütze|Rumpfbeuge|rückwärts balancieren|Weitsprung|Liegestütze|Rumpfbeuge|rückwärts balancieren|Weitsprung';

  it.each([
    [
      {
        'What was tested': english,
        Result: '161|4.27|6.3|33|150|4.4|5|21',
        In: 'cm|seconds|level|reps|cm|seconds|level|reps',
      },
    ],
    [{ Übung: german, geschafft: '10|-6,7|42|161|12|3|31|', Maß: 'Wdh.|cm|Schritte|cm|Wdh.|cm|Schritte|cm' }],
    [{ Was: german, Wieviel: '10|-6,7|42|161|12|3|31|140', Womit: 'Wdh.|cm|Schritte|cm|Wdh.|cm|Schritte|cm' }],
  ])('%o', (columns) => {
    const [test = '', value = '', unit = ''] = Object.keys(columns);
    expect(suggest({ Athlete: persons, ...columns })).toEqual({
      Athlete: 'person_id|',
      [test]: 'test_name|',
      [value]: 'test_value|',
      [unit]: 'test_unit|',
    });
  });

  it('without units, and with a number that no test can give', () => {
    const columns = { Was: german, Wieviel: '10|-6,7|42|161|12|3|31|140', Punkte: '900|820|960|700|800|910|880|770' };
    expect(suggest(columns)).toEqual({ Was: 'test_name|', Wieviel: 'test_value|', Punkte: '' });
  });

  it('not if two columns of numbers fit', () => {
    const columns = { Was: german, Eins: '10|6,7|42|161|12|3|31|140', Zwei: '11|6|41|160|12|3|31|140' };
    expect(suggest(columns)).toEqual({ Was: 'test_name|', Eins: '', Zwei: '' });
  });

  it('not by the favourite test of a person, or by texts of which few are tests', () => {
    const wide = { Weitsprung: '121|130|118|140', Liebling: 'Weitsprung|Sit-ups|Weitsprung|Liegestütze' };
    expect(suggest(wide)).toMatchObject({ Liebling: '' });
    const sports = { Was: 'Fußball|Turnen|Weitsprung|Schwimmen|Tennis|Sit-ups', Wieviel: '3|4|2|1|5|20' };
    expect(suggest(sports)).toEqual({ Was: '', Wieviel: '' });
    expect(suggest({ Was: 'Sit-ups|Sit-ups|Sit-ups', Wieviel: '13|14|12' })).toEqual({ Was: '', Wieviel: '' });
  });

  it('and says so', () => {
    const [tests, results] = candidates({ Was: 'Sit-ups|Weitsprung', Wieviel: '13|140' });
    if (!tests || !results) throw new Error('nothing is suggested');
    expect(reasonOf(tests, 'en').message).toBe('Cells name tests; values Sit-ups, Weitsprung.');
    expect(reasonOf(results, 'de').message).toBe('Zellen passen zu den Tests ihrer Zeilen; Werte 13, 140.');
  });
});
