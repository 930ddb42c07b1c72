import { z } from 'zod';

import type { ExplainedGroup, Quality } from '@domain/api/quality';
import type { Language } from '@domain/language';
import { fillText, oneLine } from '@domain/text';

import { readTexts } from '../locale-texts';

const list = z.record(z.string(), z.string());
/** Words of the quality statement as plain text. */
export const qualityTexts = readTexts(
  'quality',
  z.object({
    heading: z.string(),
    intro: z.string(),
    check: z.string(),
    checkedWith: z.string(),
    checkedBefore: z.string(),
    problems: z.string(),
    problemCells: z.string(),
    noProblems: z.string(),
    rowsLeftOut: z.string(),
    none: z.string(),
    tablesLeftOut: z.string(),
    columns: z.string(),
    published: z.string(),
    publishedRows: z.string(),
    publishedRowsOnly: z.string(),
    review: z.string(),
    votes: z.string(),
    decided: z.string(),
    explainedList: list,
    corrections: list,
    leftOutList: list,
    columnList: list,
    rowReasons: list,
    tableReasons: list,
  }),
);
type QualityTexts = (typeof qualityTexts)['en'];

/** The quality statement of a data set as plain text: what the page of the data set says, and everything in its lists. */
export function qualityText(quality: Quality, language: Language): string {
  const words = qualityTexts[language];
  const { published, check, problems, review } = quality;
  const { rulesVersion, day } = check;
  const rows = { rows: published.rows, persons: published.persons };
  const sections: [heading: string, lines: string[]][] = [
    [words.published, [fillText(published.persons === null ? words.publishedRowsOnly : words.publishedRows, rows)]],
    [
      words.check,
      [fillText(rulesVersion === null ? words.checkedBefore : words.checkedWith, { version: rulesVersion, day })],
    ],
    [
      words.problems,
      problems.found === 0
        ? [words.noProblems]
        : [fillText(words.problemCells, problems), ...problems.groups.flatMap((group) => groupLines(group, words))],
    ],
    [words.corrections.show ?? '', correctionLines(quality, words)],
    [words.rowsLeftOut, rowLines(quality, words)],
    [words.tablesLeftOut, tableLines(quality, words)],
    [words.columns, columnLines(quality, words)],
    [words.review, reviewLines(review, words)],
  ];
  const body = sections.map(([heading, lines]) => [
    heading,
    ...(lines.length > 0 ? lines : [words.none]).map(indented),
  ]);
  return `${[[words.heading, words.intro], ...body].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const indented = (line: string) => `  ${line}`;

function groupLines(group: ExplainedGroup, { explainedList }: QualityTexts): string[] {
  const { table, column, finding, cells, explanations, explanationCount } = group;
  const place = fillText(explainedList.inTable ?? '', { column: column ?? explainedList.wholeTable, table });
  const more = explanationCount - explanations.length;
  return [
    `${place}: ${finding} (${cells})`,
    ...explanations.map(({ text, cells: explained }) =>
      indented(fillText(explainedList.explanation ?? '', { text: oneLine(text), cells: explained })),
    ),
    ...(more > 0
      ? [indented(fillText(explainedList[more === 1 ? 'more_one' : 'more_other'] ?? '', { number: more }))]
      : []),
  ];
}

function correctionLines({ corrections }: Quality, { corrections: words }: QualityTexts): string[] {
  const change = (before: number | null, after: number | null) =>
    fillText(words.change ?? '', { before: before ?? words.unknown, after: after ?? words.unknown });
  return corrections.map(
    ({ day, rowsBefore, rowsAfter, problemsBefore, problemsAfter }) =>
      `${day}: ${words.rows} ${change(rowsBefore, rowsAfter)}; ${words.problems} ${change(problemsBefore, problemsAfter)}`,
  );
}

function countedRows(rows: number, { leftOutList }: QualityTexts): string {
  return fillText(leftOutList[rows === 1 ? 'rows_one' : 'rows_other'] ?? '', { number: rows });
}

function rowLines({ rowsLeftOut }: Quality, words: QualityTexts): string[] {
  const { byContributor = '', byContributorOnly = '' } = words.leftOutList;
  return rowsLeftOut.reasons.map(({ reason, text, rows }) => {
    const own = text === '' ? byContributorOnly : fillText(byContributor, { text: oneLine(text) });
    return `${countedRows(rows, words)}: ${words.rowReasons[reason] ?? own}`;
  });
}

function tableLines({ tablesLeftOut }: Quality, words: QualityTexts): string[] {
  return tablesLeftOut.map(({ reason, rows }) => {
    const table = fillText(words.leftOutList.table ?? '', { rows: countedRows(rows, words) });
    return `${table}: ${words.tableReasons[reason] ?? reason}`;
  });
}

function columnLines({ columns }: Quality, { columnList, explainedList }: QualityTexts): string[] {
  return columns.map(({ table, column, outcome, reason }) => {
    const place = fillText(explainedList.inTable ?? '', { column, table });
    return `${place}: ${columnList[outcome] ?? outcome}. ${reason}`;
  });
}

function reviewLines({ day, votes }: Quality['review'], words: QualityTexts): string[] {
  if (votes.length > 0) return [fillText(words.votes, { days: votes.join(', ') })];
  return day === null ? [] : [fillText(words.decided, { day })];
}
