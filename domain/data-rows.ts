import { z } from 'zod';

/** Why a row is no data: recognised when the file is read, or said by its user. */
export const RowReasonSchema = z.enum([
  'blank',
  'header',
  'mean',
  'deviation',
  'sum',
  'count',
  'extreme',
  'note',
  'unknown-test',
  'user',
]);
export type RowReason = z.infer<typeof RowReasonSchema>;

/** Why a table is no data. */
export const TableReasonSchema = z.enum(['cover', 'code-book', 'pivot', 'summary', 'user']);
export type TableReason = z.infer<typeof TableReasonSchema>;

/** Consecutive rows of the file that are no data, both ends included. */
export const RowsLeftOutSchema = z.object({
  from: z.number().int().min(1).describe('First row in the file.'),
  to: z.number().int().min(1).describe('Last row in the file.'),
  reason: RowReasonSchema.describe('Why they are no data.'),
  text: z.string().describe('The beginning of the row, or the reason its user gave.'),
  content: z.string().optional().describe('The beginning of the first row, where `text` is the reason of its user.'),
});
export type RowsLeftOut = z.infer<typeof RowsLeftOutSchema>;
/** Maximum length of the beginning of a row. Own estimate. */
export const maxRowTextCharacters = 80;

/** What was recognised when a table was read. */
export interface RecognisedData {
  /** Number of rows without any value. Their rows are marked in the Parquet file. */
  blankRows: number;
  /** Rows that are no data, in order; of blank rows only the first ranges. */
  rows: RowsLeftOut[];
  /** Why the whole table is no data; null if it is data. */
  table: TableReason | null;
  /** Set where too many rows look like no data: those further down were not looked at. */
  isCut?: boolean;
}

/** Name of a test that is none, in a column of a table in long format. All its rows are left out. */
export interface TestLeftOut {
  /** Name and position of the column. */
  column: string;
  position: number;
  /** The cell as rows are compared by it: in lower case, whole numbers without decimals. */
  spelling: string;
  /** The cell as it stands in the file; absent in choices stored by earlier versions. */
  text?: string;
  /** Number of its rows that would be data otherwise, as last counted, and the first of them in the file. */
  rows: number;
  firstRows?: number[];
}

/** A decision about consecutive rows, both ends included. */
export interface RowChoice {
  from: number;
  to: number;
  isData: boolean;
  reason: string;
}

/**
 * Rows that their user left out of a previous file, with the numbers of that file. They could not be found again in the
 * corrected one, so that they may be data now.
 */
export const RowsLostSchema = z.object({
  /** Their table, if it is another one. */
  table: z.string().optional(),
  from: z.number().int(),
  to: z.number().int(),
  reason: z.string(),
});
export type RowsLost = z.infer<typeof RowsLostSchema>;

/** What the user of a table decided. Later choices about a row replace earlier ones. */
export interface DataChoices {
  /** Null: as recognised. */
  table: 'data' | 'left-out' | null;
  rows: RowChoice[];
  /** Absent in choices stored by earlier versions. */
  tests?: TestLeftOut[];
  /** Rows that their user has to deal with before the data is submitted. */
  lost?: RowsLost[];
  /** Number of rows that are data, as last counted; absent if nobody counted them after the last choice. */
  dataRows?: number;
}

export const recognisedNothing: RecognisedData = { blankRows: 0, rows: [], table: null };
export const noChoices: DataChoices = { table: null, rows: [] };

/** What decides which rows of a table are data. `recognised` is null if it was read before rows were recognised. */
export interface DataDecisions {
  recognised: RecognisedData | null;
  choices: DataChoices;
}

/** Why a table is left out; null if it is data. */
export function tableLeftOut({ recognised, choices }: DataDecisions): TableReason | null {
  if (choices.table === 'data') return null;
  const reason = recognised?.table ?? null;
  return choices.table === 'left-out' ? (reason ?? 'user') : reason;
}

/** Rows that are left out, in order: those recognised and those chosen, without those taken back in. Blank rows stay out. */
export function rowsLeftOut({ recognised, choices }: DataDecisions): RowsLeftOut[] {
  const chosen = choices.rows.reduce<RowsLeftOut[]>(
    (rows, { from, to, isData, reason }) => [
      ...rows.flatMap((row) => (isData && row.reason === 'blank' ? [row] : withoutRows(row, from, to))),
      ...(isData ? [] : [{ from, to, reason: 'user' as const, text: reason }]),
    ],
    recognised?.rows ?? [],
  );
  return chosen.toSorted((a, b) => a.from - b.from);
}

/**
 * Choices about rows after another one. Taking rows in undoes that their user left them out; only the others become
 * data, so that blank rows and means within the range stay what they are.
 */
export function withRowChoice(rows: readonly RowChoice[], choice: RowChoice): RowChoice[] {
  const { from, to, isData } = choice;
  if (!isData) return [...rows.filter((row) => row.isData || !isWithin(row, choice)), choice];
  const leftOut = rowsLeftOut({ recognised: null, choices: { table: null, rows: [...rows] } });
  const parts = leftOut.reduce((some, row) => some.flatMap((part) => withoutRows(part, row.from, row.to)), [choice]);
  const kept = rows.flatMap((row) => (row.isData ? [row] : withoutRows(row, from, to)));
  return [...kept.filter((row) => !parts.some((part) => isWithin(row, part))), ...parts];
}

function isWithin(row: { from: number; to: number }, { from, to }: { from: number; to: number }): boolean {
  return row.from >= from && row.to <= to;
}

/**
 * Number of rows that are left out, blank ones included. Exact if the rows were counted after the last choice, or if
 * all blank rows are listed.
 */
export function countRowsLeftOut({ rowCount, ...table }: DataDecisions & { rowCount: number }): number {
  const { recognised, choices } = table;
  if (choices.dataRows !== undefined) return rowCount - choices.dataRows;
  const ofTests = (choices.tests ?? []).reduce((sum, { rows }) => sum + rows, 0);
  return Math.min(rowCount, ofTests + countIn(rowsLeftOut(table)) + countUnlistedBlank(recognised));
}

/** Number of blank rows that are left out and not listed. */
export function countMoreBlankRows(table: DataDecisions & { rowCount: number }): number {
  const others = countRowsLeftOut(table) - countIn(rowsLeftOut(table));
  const ofTests = (table.choices.tests ?? []).reduce((sum, { rows }) => sum + rows, 0);
  return Math.max(0, Math.min(others - ofTests, countUnlistedBlank(table.recognised)));
}

function countUnlistedBlank(recognised: RecognisedData | null): number {
  if (recognised === null) return 0;
  return recognised.blankRows - countIn(recognised.rows.filter(({ reason }) => reason === 'blank'));
}

function countIn(rows: readonly { from: number; to: number }[]): number {
  return rows.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}

/** What remains of a range of rows without the rows `from` to `to`. */
function withoutRows<Rows extends { from: number; to: number }>(rows: Rows, from: number, to: number): Rows[] {
  if (to < rows.from || from > rows.to) return [rows];
  const before = from > rows.from ? [{ ...rows, to: from - 1 }] : [];
  const after = to < rows.to ? [{ ...rows, from: to + 1 }] : [];
  return [...before, ...after];
}

/** Maximum number of choices about the rows of one table. Own estimate. */
export const maxRowChoices = 1000;
/** Maximum length of the reason for leaving a row out. */
export const maxRowReasonCharacters = 200;
/**
 * Maximum length of the name of a test that is none. Longer texts are no names; their rows are left out by number. Own
 * estimate.
 */
export const maxTestCharacters = 1000;
