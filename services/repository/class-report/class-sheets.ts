import { z } from 'zod';

import { type ClassReport, type ClassResult, type ClassTest, unplacedReasons } from '@domain/api/class-report';
import { standingBands } from '@domain/api/standings';
import type { Language } from '@domain/language';
import { fillText } from '@domain/text';
import { formatDay } from '@domain/formats';
import { namesakesOf, toldAge, toldDecimals } from '@domain/norms/class-results';
import { normSexes } from '@domain/norms/age-groups';
import { wholePercentile, wordsOfStanding } from '@domain/norms/rules';
import { partsOfVersion } from '@domain/norms/version-parts';

import { readTexts } from '../locale-texts';
import type { SpreadsheetTable } from '../packaging/spreadsheet-xlsx';
import type { SpreadsheetCell } from '../row-formats/csv';

const wordsOf = <Key extends string>(keys: readonly Key[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<Key, z.ZodString>);

const texts = readTexts(
  'my-class',
  z.object({
    bands: wordsOf(standingBands),
    sexes: wordsOf(normSexes),
    sexesOfMany: wordsOf(normSexes),
    reasons: wordsOf(unplacedReasons),
    sheets: wordsOf([
      'children',
      'medians',
      'about',
      'class',
      'row',
      'name',
      'sex',
      'age',
      'test',
      'result',
      'unit',
      'percentile',
      'band',
      'same',
      'median',
      'without',
      'notCounted',
      'count',
      'placed',
      'classMedian',
      'note',
      'problems',
      'place',
      'problem',
      'consequence',
    ]),
    report: wordsOf([
      'comparedWith',
      'tied',
      'low',
      'lowest',
      'noDiagnosis',
      'notKept',
      'version',
      'noVersion',
      'dataSet',
      'noResult',
      'noProblems',
      'namesake',
      'namesakes',
      'kept',
      'leftOut',
      'wholeTable',
    ]),
  }),
);

/** How a version of the curves is called on the pages of comparisons. */
const versionTexts = readTexts('compare', z.object({ version: z.string(), versionAgain: z.string() }));

type Texts = (typeof texts)[Language];
type Heading = [word: keyof Texts['sheets'], width: number];

/**
 * A report as worksheets: the children with their results, the medians of the classes, what they mean, and what the check
 * found.
 */
export function classSheets(report: ClassReport, language: Language): SpreadsheetTable[] {
  const words = texts[language];
  const tests = new Map(report.tests.map((test) => [test.key, test]));
  const about = [
    words.report.comparedWith,
    words.report.noDiagnosis,
    curvesText(report, language),
    ...report.dataSets.map(({ nr, title }) => `${fillText(words.report.dataSet, { nr })}: ${title}`),
    ...namesakesText(report, words),
    words.report.notKept,
  ];
  return [
    sheetOf(words, 'children', childHeadings, childRows(report, tests, words)),
    sheetOf(words, 'medians', medianHeadings, medianRows(report, tests, words)),
    sheetOf(
      words,
      'about',
      [['note', 100]],
      about.map((text) => [text]),
    ),
    sheetOf(words, 'problems', problemHeadings, problemRows(report, words)),
  ];
}

/** Which children have the same name, as the page says it. */
function namesakesText({ classes }: ClassReport, { report }: Texts): string[] {
  const all = classes.flatMap(({ children }) => namesakesOf(children));
  const names = all.map(({ name, row }) => fillText(report.namesake, { name, row })).join(', ');
  return names === '' ? [] : [fillText(report.namesakes, { names })];
}

/** With which curves a class was compared. */
function curvesText({ version }: ClassReport, language: Language): string {
  const { report } = texts[language];
  if (version === null) return report.noVersion;
  const { day, number = '' } = partsOfVersion(version);
  const text = versionTexts[language][number === '' ? 'version' : 'versionAgain'];
  return fillText(report.version, { version: fillText(text, { day: formatDay(day, language), number }) });
}

const problemHeadings: readonly Heading[] = [
  ['class', 14],
  ['place', 16],
  ['problem', 80],
  ['consequence', 18],
];

function problemRows({ problems }: ClassReport, { report }: Texts): SpreadsheetCell[][] {
  if (problems.length === 0) return [['', '', report.noProblems, '']];
  return problems.map(({ table, place, column, message, isLeftOut }) => [
    table,
    [place, column].filter(Boolean).join(' ') || report.wholeTable,
    message,
    isLeftOut ? report.leftOut : report.kept,
  ]);
}

function sheetOf(
  { sheets }: Texts,
  name: keyof Texts['sheets'],
  headings: readonly Heading[],
  rows: readonly SpreadsheetCell[][],
): SpreadsheetTable {
  return {
    name: sheets[name],
    headings: headings.map(([word, width]) => ({ text: sheets[word], width })),
    rows: inOrder(rows),
    rowCount: rows.length,
  };
}

async function* inOrder(rows: readonly SpreadsheetCell[][]): AsyncGenerator<SpreadsheetCell[], void, undefined> {
  yield* rows;
}

const childHeadings: readonly Heading[] = [
  ['class', 14],
  ['row', 8],
  ['name', 26],
  ['sex', 12],
  ['age', 8],
  ['test', 34],
  ['result', 10],
  ['unit', 8],
  ['percentile', 12],
  ['band', 20],
  ['same', 34],
  ['median', 14],
  ['without', 50],
  ['notCounted', 24],
];

/** Cells from the test to the median of a child without results. */
const emptyCells = Array.from({ length: 7 }, () => null);

function childRows(report: ClassReport, tests: ReadonlyMap<string, ClassTest>, words: Texts): SpreadsheetCell[][] {
  return report.classes.flatMap(({ name: group, children }) =>
    children.flatMap(({ row, name, sex, age, isAgeExact, results }) => {
      const about = [group, row, name, sex && words.sexes[sex], age === null ? null : toldAge({ age, isAgeExact })];
      if (results.length === 0) return [[...about, ...emptyCells, words.report.noResult]];
      return results.map((result) => {
        const { key, value, text, notCounted, percentile, band, median, reason } = result;
        const { label = key, unit = '', decimals = 0 } = tests.get(key) ?? {};
        return [
          ...about,
          label,
          value === null ? text : rounded(value, toldDecimals(text, decimals)),
          unit,
          percentile === null ? null : wholePercentile(percentile),
          band && words.bands[band],
          sameText(result, words),
          // Counts have no decimals, and neither has the median that they are compared with.
          median === null ? null : rounded(median, unit === '' ? decimals : decimals + 1),
          reason && words.reasons[reason],
          notCounted.length === 0 ? null : notCounted.join('; '),
        ];
      });
    }),
  );
}

/** How many of 100 have the same result, if they are many, as the page says it. */
function sameText({ percentile, worse, same }: ClassResult, { report }: Texts): string | null {
  if (percentile === null || worse === null || same === null) return null;
  const { kind, same: told } = wordsOfStanding({ percentile, worse, same });
  return kind === 'usual' || kind === 'least' ? null : fillText(report[kind], { same: told });
}

const medianHeadings: readonly Heading[] = [
  ['class', 14],
  ['test', 34],
  ['sex', 12],
  ['count', 12],
  ['classMedian', 14],
  ['unit', 8],
  ['placed', 14],
  ['percentile', 12],
  ['band', 20],
];

function medianRows(report: ClassReport, tests: ReadonlyMap<string, ClassTest>, words: Texts): SpreadsheetCell[][] {
  return report.classes.flatMap(({ name, medians }) =>
    medians.map(({ key, sex, children, placed, median, percentile, band }) => {
      const { label = key, unit = '', decimals = 0 } = tests.get(key) ?? {};
      const place = percentile === null ? null : wholePercentile(percentile);
      const middle = rounded(median, decimals + 1);
      return [name, label, words.sexesOfMany[sex], children, middle, unit, placed, place, band && words.bands[band]];
    }),
  );
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
