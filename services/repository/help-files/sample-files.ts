import { targetLabel } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import { fillText } from '@domain/text';
import type { UploadKind } from '@domain/upload-id';

import { spreadsheetCsv, type SpreadsheetCell } from '../row-formats/csv';
import {
  createRandom,
  growth,
  massOf,
  meanAt,
  type Measure,
  type Random,
  result,
  type Sex,
  toStep,
} from './made-up-people';
import { findTarget, vocabulary } from '../vocabulary';

/** Target of a column: key and, unless it is the default, unit. */
type SampleColumn = [key: string, unit?: string];

const sexes: Sex[] = ['m', 'f'];
const aggMeasures: Measure[] = [
  'run6min',
  'slj',
  'dash20hand',
  'pushup40',
  'situp40',
  'jumpside15',
  'balback',
  'medball1',
];
const rawMeasures: Measure[] = [...aggMeasures, 'standreach', 'handgrip'];
const pupils = 240;
/** Codes for female in the codings 'm/f' and 'm/w'. */
const femaleCodes: Record<Language, string> = { en: 'f', de: 'w' };
/** How spreadsheet programs read dates. */
const dayFormats: Record<Language, string> = { en: '2024-{{month}}-{{day}}', de: '{{day}}.{{month}}.2024' };
/** Distances of the percentiles from the mean of a normal distribution, in standard deviations. */
const percentiles = { p10: -1.2816, p25: -0.6745, p50: 0, p75: 0.6745, p90: 1.2816 };
const firstAge = 6;
const lastAge = 17;

/**
 * Example file for uploads, as CSV for the spreadsheet program of a language. The values are made up, the headings are
 * the labels of the mapping's targets, the check finds no problems, and the size exceeds the minimum. Always the same.
 */
export function sampleFile(kind: UploadKind, language: Language): string {
  const { columns, rows } = kind === 'raw' ? rawSample(language) : aggSample();
  const headings = columns.map((column) => headingOf(kind, column, language));
  return [...spreadsheetCsv([headings, ...rows], language)].join('');
}

interface Sample {
  columns: SampleColumn[];
  rows: SpreadsheetCell[][];
}

/** Text of the option that a user looks for in the mapping. */
function headingOf(kind: UploadKind, [key, unit]: SampleColumn, language: Language): string {
  const target = vocabulary.targets[kind].get(key);
  const found = findTarget(vocabulary, kind, key, unit ?? target?.units[0]?.unit ?? '');
  if (!found) throw new Error(`The vocabulary has no target ${key} in ${unit ?? 'a default unit'}`);
  return targetLabel({ value: found.target.label[language], unitText: found.unit.text[language] });
}

/** Pupils of four grades, one per row. */
function rawSample(language: Language): Sample {
  const random = createRandom(2024);
  const female = femaleCodes[language];
  const columns: SampleColumn[] = [
    ['person_id'],
    ['sex', `m/${female}`],
    ['age_y'],
    ['grade'],
    ['test_date'],
    ['height'],
    ['mass'],
    ...rawMeasures.map((measure): SampleColumn => [measure]),
  ];
  const rows = Array.from({ length: pupils }, (_, index): SpreadsheetCell[] => {
    const sex = sexes[random.whole(0, 1)]!;
    const grade = 1 + (index % 4);
    const age = 5 + grade + random.fraction();
    const height = result(random, 'height', { sex, age });
    const mass = massOf(height, result(random, 'bmi', { sex, age }));
    const results = rawMeasures.map((measure) => result(random, measure, { sex, age }));
    return [
      `P${1001 + index}`,
      sex === 'f' ? female : 'm',
      Math.floor(age),
      grade,
      testDay(random, language),
      height,
      mass,
      ...results,
    ];
  });
  return { columns, rows };
}

function testDay(random: Random, language: Language): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const [month, day] = [two(random.whole(3, 6)), two(random.whole(1, 28))];
  return fillText(dayFormats[language], { month, day });
}

/** Groups by age and sex, one per row, with the statistics of each test side by side. */
function aggSample(): Sample {
  const random = createRandom(2024);
  const statistics = ['n', 'mean', 'sd', ...Object.keys(percentiles)];
  const columns: SampleColumn[] = [
    ['g_sex'],
    ['g_age'],
    ['g_year'],
    ...aggMeasures.flatMap((measure) => statistics.map((name): SampleColumn => [`${measure}.${name}`])),
  ];
  const ages = Array.from({ length: lastAge - firstAge + 1 }, (_, index) => firstAge + index);
  const rows = ages.flatMap((age) =>
    sexes.map((sex): SpreadsheetCell[] => [
      sex,
      age,
      2024,
      ...aggMeasures.flatMap((measure) => groupOf(random, measure, sex, age)),
    ]),
  );
  return { columns, rows };
}

/** Number of people, mean, standard deviation and percentiles of a group. */
function groupOf(random: Random, measure: Measure, sex: Sex, age: number): number[] {
  const mean = meanAt(measure, sex, age);
  const sd = growth[measure].sd * (0.9 + random.fraction() * 0.2);
  const { min, max } = growth[measure];
  const within = (value: number) => toStep(Math.min(max, Math.max(min, value)), 0.01);
  return [
    random.whole(60, 180),
    toStep(mean, 0.01),
    toStep(sd, 0.01),
    ...Object.values(percentiles).map((distance) => within(mean + distance * sd)),
  ];
}
