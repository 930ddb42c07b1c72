import { z } from 'zod';

import type { ExplainedGroup, Quality } from '@domain/api/quality';
import type { Language } from '@domain/language';
import { type QualityFact, qualityWording } from '@domain/quality-wording';
import { oneLine } from '@domain/text';

import { readTexts, translatorOf } from '../locale-texts';

/** Words of the quality statement. */
export const qualityTexts = readTexts(
  'quality',
  z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
);

type Wording = ReturnType<typeof qualityWording>;

/** The quality statement of a data set as plain text: what the page of the data set says, and everything in its lists. */
export function qualityText(quality: Quality, language: Language): string {
  const t = translatorOf(qualityTexts[language], language);
  const wording = qualityWording(t, language);
  const facts = wording.facts(quality);
  const section = (fact: QualityFact, more: string[] = []) => [
    wording.heading(fact),
    ...[facts[fact], ...more].map(indented),
  ];
  const corrections = correctionLines(quality, wording, {
    rows: t('quality:corrections.rows'),
    problems: t('quality:corrections.problems'),
  });
  const sections: string[][] = [
    [t('quality:heading'), t('quality:intro')],
    section('published'),
    section('check'),
    section(
      'problems',
      quality.problems.groups.flatMap((group) => groupLines(group, wording)),
    ),
    [t('quality:corrections.show'), ...(corrections.length > 0 ? corrections : [t('quality:none')]).map(indented)],
    section(
      'rowsLeftOut',
      quality.rowsLeftOut.reasons.map((one) => `${wording.rows(one.rows)}: ${oneLine(wording.rowReason(one))}`),
    ),
    section(
      'tablesLeftOut',
      quality.tablesLeftOut.map(({ reason, rows }) => `${wording.table(rows)}: ${wording.tableReason(reason)}`),
    ),
    section('columns', columnLines(quality, wording)),
    section('review'),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const indented = (line: string) => `  ${line}`;

function groupLines(group: ExplainedGroup, wording: Wording): string[] {
  const { table, column, finding, cells, explanations, explanationCount } = group;
  const more = explanationCount - explanations.length;
  return [
    `${wording.place(column, table, true)}: ${finding} (${wording.number(cells)})`,
    ...explanations.map((one) => indented(wording.explanation(oneLine(one.text), one.cells))),
    ...(more > 0 ? [indented(wording.moreExplanations(more))] : []),
  ];
}

function correctionLines(
  { corrections }: Quality,
  { day, change }: Wording,
  heads: { rows: string; problems: string },
): string[] {
  return corrections.map((one) => {
    const rows = change(one.rowsBefore, one.rowsAfter);
    return `${day(one.day)}: ${heads.rows} ${rows}; ${heads.problems} ${change(one.problemsBefore, one.problemsAfter)}`;
  });
}

function columnLines({ columns }: Quality, { place, outcome }: Wording): string[] {
  return columns.map((one) => `${place(one.column, one.table, true)}: ${outcome(one.outcome)}. ${one.reason}`);
}
