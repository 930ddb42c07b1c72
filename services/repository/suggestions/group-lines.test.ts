import { expect, it } from 'vitest';

import { suggestionRules, suggestMapping } from './';

/** First suggestions as '<key>|<unit>', '' = none. */
function suggest(columns: Record<string, string>): string[] {
  return suggestMapping(
    suggestionRules,
    'raw',
    Object.entries(columns).map(([name, samples]) => ({
      name,
      label: null,
      valueLabels: {},
      samples: samples.split('|'),
    })),
  ).columns.map(([first]) => (first ? `${first.target.key}|${first.unit.unit}` : ''));
}

it('a first line over several columns is left out, unless it says what is measured', () => {
  const columns = {
    'Schüler / Geschl.': 'm|w',
    'Schüler / Geburtstag': '12.03.2011|04.11.2010',
    'Leichtathletik / Standweitspr.': '121|135',
    'Leichtathletik / 6-Min.-Lauf': '1004|870',
    'Rumpfb. (cm) / 1. V.': '-3|2',
    'Rumpfb. (cm) / 2. V.': '-3|2',
  };
  expect(suggest(columns)).toEqual([
    'sex|m/w',
    'birth_date|',
    'slj|cm',
    'run6min|m',
    'standreach.t1|cm',
    'standreach.t2|cm',
  ]);
});

it.each([
  ['marks and norms', { 'Z-Werte / SW': '104|112', 'Z-Werte / LS': '21|31' }],
  ['other people', { 'Mutter / Größe': '168|172', 'Mutter / Gewicht': '61|72' }],
  [
    'two time points',
    { 'Herbst / SW': '121|135', 'Frühjahr / SW': '125|139', 'Herbst / LS': '9|8', 'Frühjahr / LS': '9|8' },
  ],
  ['a single column', { 'Hochsprung / Höhe': '110|95', 'High jump / Height': '110|95' }],
])('columns below a line of %s have no target', (_, columns) => {
  expect(suggest(columns)).toEqual(Object.keys(columns).map(() => ''));
});

it('trials below the line of an unknown test are none of the test before', () => {
  expect(suggest({ 'SW / 1. V.': '121|135', 'Hangeln / 2. V.': '121|135', 'Hangeln / 3. V.': '121|135' })).toEqual([
    'slj.t1|cm',
    '',
    '',
  ]);
});

it('letters apart are not an abbreviation of one word', () => {
  expect(suggest({ HG_R: '21|18', HG_L: '20|17' })).toEqual(['handgrip.right|kg', 'handgrip.left|kg']);
  expect(suggest({ HG_R1: '21|18', HG_R2: '20|17' })).toEqual(['', '']);
  expect(suggest({ HGR: '21|18', 'Jg.st.': '5|6' })).toEqual(['handgrip|kg', 'grade|']);
});

it('a result may be glued to an abbreviation', () => {
  expect(suggest({ SHHMW: '28|31.5', HG_Rmax: '21|18', HFmax: '178|185' })).toEqual([
    'jumpside15|1',
    'handgrip.right|kg',
    '',
  ]);
});
