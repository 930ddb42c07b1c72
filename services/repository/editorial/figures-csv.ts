import { z } from 'zod';

import type { BoardFigures, ExpertFigures, MonthFigures } from '@domain/api/board-figures';
import type { Language } from '@domain/language';
import { fillText } from '@domain/text';

import { readTexts } from '../locale-texts';
import { type SpreadsheetCell, spreadsheetCsv } from '../row-formats/csv';

const FigureTextsSchema = z.object({
  file: z.object({
    month: z.string(),
    submitted: z.string(),
    decided: z.string(),
    accepted: z.string(),
    rejected: z.string(),
    rate: z.string(),
    firstVoteMedian: z.string(),
    firstVoteMost: z.string(),
    decisionMedian: z.string(),
    decisionMost: z.string(),
    votes: z.string(),
    votesBy: z.string(),
    votesByFormer: z.string(),
  }),
});
type FigureTexts = z.infer<typeof FigureTextsSchema>;

const texts: Record<Language, FigureTexts> = readTexts('board-figures', FigureTextsSchema);

type Column = readonly [head: string, valueOf: (figures: MonthFigures) => SpreadsheetCell];

/** Figures of the board as a table for a spreadsheet program: a row for each month, a column for each expert. */
export function figuresCsv({ months, experts }: BoardFigures, language: Language): string {
  const columns = [...monthColumns(language), ...experts.map((expert) => expertColumn(expert, language))];
  const heads = columns.map(([head]) => head);
  const rows = months.map((figures) => columns.map(([, valueOf]) => valueOf(figures)));
  return [...spreadsheetCsv([heads, ...rows], language)].join('');
}

function monthColumns(language: Language): Column[] {
  const { file } = texts[language];
  return [
    [file.month, ({ month }) => month],
    [file.submitted, ({ submitted }) => submitted],
    [file.decided, ({ decided }) => decided],
    [file.accepted, ({ accepted }) => accepted],
    [file.rejected, ({ decided, accepted }) => decided - accepted],
    [file.rate, ({ decided, accepted }) => (decided === 0 ? null : Math.round((1000 * accepted) / decided) / 10)],
    [file.firstVoteMedian, ({ firstVote }) => firstVote?.median ?? null],
    [file.firstVoteMost, ({ firstVote }) => firstVote?.most ?? null],
    [file.decisionMedian, ({ decision }) => decision?.median ?? null],
    [file.decisionMost, ({ decision }) => decision?.most ?? null],
    [file.votes, ({ votes }) => votes],
  ];
}

function expertColumn({ email, months }: ExpertFigures, language: Language): Column {
  const { votesBy, votesByFormer } = texts[language].file;
  const head = email === '' ? votesByFormer : fillText(votesBy, { email });
  return [head, (figures) => months.find(({ month }) => month === figures.month)?.votes ?? 0];
}
