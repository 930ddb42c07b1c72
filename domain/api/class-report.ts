import { z } from 'zod';

import { ColumnInfoSchema, DateReadingSchema } from '../column-info';
import { RowsLeftOutSchema, TableReasonSchema } from '../data-rows';
import { maxClassCharacters, maxClassColumns, maxClassRows, maxClassTables } from '../limits';
import { motorTests } from '../motor-tests';
import { normSexes } from '../norms/age-groups';
import { MappingEntrySchema, TargetReferenceSchema } from './mapping';
import { NormVersionIdSchema } from './norms';
import { standingBands } from './standings';

const CountSchema = z.number().int();
const SourceSchema = z.string().max(500);

const ClassColumnSchema = z.object({
  name: SourceSchema.describe('Name of the column, unique within its table.'),
  info: ColumnInfoSchema.nullable().describe('What the file says about it; null for most files.'),
  dates: DateReadingSchema.nullable().describe('How its dates are read; null if it has none.'),
});

/** A table of a class as it was read. The caller keeps it: the server does not. */
export const ClassTableSchema = z.object({
  name: z.string().max(500).describe("Name of the worksheet; '' if the file has no names for tables."),
  firstRow: CountSchema.min(1).max(10_000).describe('Row of the file in which the data begins.'),
  columns: z.array(ClassColumnSchema).min(1).max(maxClassColumns).describe('Its columns, in order.'),
  leftOut: z.array(RowsLeftOutSchema).max(maxClassRows).describe('Rows that are no data, as numbered in the file.'),
  rows: z.array(z.array(z.string())).min(1).max(maxClassRows).describe('Cells as texts, one for each column.'),
});
export type ClassTable = z.infer<typeof ClassTableSchema>;

/** The tables of a class within the limits of `domain/limits`. */
export const ClassTablesSchema = z
  .array(ClassTableSchema)
  .min(1)
  .max(maxClassTables)
  .refine((tables) => tables.every(({ columns, rows }) => rows.every((row) => row.length === columns.length)))
  .refine((tables) => new Set(tables.map(({ name }) => name)).size === tables.length)
  .refine((tables) => fitsClass(tables));

/** Whether tables are within the limits for a class. */
export function fitsClass(tables: readonly { columns: readonly unknown[]; rows: readonly string[][] }[]): boolean {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const characters = tables.reduce(
    (sum, table) => sum + table.rows.reduce((all, row) => all + row.reduce((one, cell) => one + cell.length + 1, 0), 0),
    0,
  );
  const isNarrow = tables.every(({ columns }) => columns.length <= maxClassColumns);
  return isNarrow && tables.length <= maxClassTables && rows <= maxClassRows && characters <= maxClassCharacters;
}

/** Answer of `POST api/norms/class/tables`: a file as it was read, and what its columns seem to mean. */
export const TakenClassSchema = z.object({
  tables: z.array(ClassTableSchema).describe('The tables with data. Nothing of them is kept on the server.'),
  skipped: z
    .array(
      z.object({
        name: z.string().describe('Name of the table.'),
        reason: TableReasonSchema.or(z.enum(['hidden', 'empty', 'no-rows', 'not-a-table'])).describe(
          'Why it is not used.',
        ),
      }),
    )
    .describe('Tables that are no data, such as covers.'),
  suggested: z.array(MappingEntrySchema).describe('Target of each column that is recognised.'),
  names: z.array(z.string()).describe('Columns that seem to hold names of children.'),
});
export type TakenClass = z.infer<typeof TakenClassSchema>;

/** A class to be compared: `POST api/norms/class/report`. Nothing of it is stored or logged. */
export const ClassRequestSchema = z.object({
  tables: ClassTablesSchema.describe('The tables as they were read.'),
  mapping: z
    .array(
      z.object({
        source: SourceSchema.describe('Name of the columns.'),
        target: TargetReferenceSchema.describe('What they mean.'),
      }),
    )
    .max(maxClassColumns * maxClassTables)
    .describe('Targets by name of the column, for the columns of this name in all tables.'),
  names: z.array(SourceSchema).max(maxClassColumns).describe('Columns whose cells together name a child.'),
  testDate: z.iso.date().nullable().describe('Day of the tests, where the table does not tell it.'),
});
export type ClassRequest = z.infer<typeof ClassRequestSchema>;

/** A kind of result of the class. */
const ClassTestSchema = z.object({
  key: z.string().describe("Key of the vocabulary, such as 'slj'."),
  test: z.enum(motorTests).describe('Motor test to which it belongs.'),
  label: z.string().describe('Name in the requested language.'),
  unit: z.string().describe('Unit in the requested language; empty for counts.'),
  decimals: CountSchema.describe('Usual number of decimals.'),
});
export type ClassTest = z.infer<typeof ClassTestSchema>;

/** Why a result is not placed. */
export const unplacedReasons = [
  'impossible',
  'trials-missing',
  'sex-missing',
  'sex-other',
  'age-missing',
  'no-curve',
] as const;
export type UnplacedReason = (typeof unplacedReasons)[number];

const ClassResultSchema = z.object({
  key: z.string().describe('Key of the vocabulary.'),
  value: z.number().nullable().describe('Result in the unit of the test; null if it is impossible or incomplete.'),
  text: z.string().describe('Cell as it was sent.'),
  notCounted: z
    .array(z.string())
    .describe('Cells of other results of this test and year of age, which do not count; as a rule none.'),
  percentile: z
    .number()
    .nullable()
    .describe(
      'Percent of people of this sex and age whose result is not as good, with half of those who have the same.',
    ),
  worse: z.number().nullable().describe('Percent of these people whose result is not as good; 0 only if it is nobody.'),
  same: z
    .number()
    .nullable()
    .describe('Percent of these people with the same result, to what the test is measured to.'),
  band: z.enum(standingBands).nullable().describe('Band of the percentile in whole numbers.'),
  median: z.number().nullable().describe('Median of this sex at this age.'),
  reason: z.enum(unplacedReasons).nullable().describe('Why there is no percentile; null if there is one.'),
});
export type ClassResult = z.infer<typeof ClassResultSchema>;

const ClassChildSchema = z.object({
  row: CountSchema.describe('Row in the file, the first one of several.'),
  child: CountSchema.describe('First row of the child: the same at each of its ages.'),
  name: z.string().describe("What the columns of names hold, or else the ID; '' if there is neither."),
  sex: z.enum(normSexes).nullable().describe('Null if it is missing, unknown or neither of both.'),
  age: z.number().nullable().describe('Age in years at the tests; null if it is missing or impossible.'),
  isAgeExact: z.boolean().describe('False if only completed years are known.'),
  results: z
    .array(ClassResultSchema)
    .describe('Results that the row has, in the order of the tests; none of a child who was absent.'),
});
export type ClassChild = z.infer<typeof ClassChildSchema>;

const ClassMedianSchema = z.object({
  key: z.string().describe('Key of the vocabulary.'),
  sex: z.enum(normSexes).describe('Girls and women, or boys and men.'),
  children: CountSchema.describe('Number of children with a result.'),
  placed: CountSchema.describe('Number of these with a percentile.'),
  median: z.number().describe('Median of their results.'),
  percentile: z.number().nullable().describe('Median of their percentiles; null if none is placed.'),
  band: z.enum(standingBands).nullable().describe('Band of this percentile in whole numbers.'),
});
export type ClassMedian = z.infer<typeof ClassMedianSchema>;

/** Answer of `POST api/norms/class/report`. */
export const ClassReportSchema = z.object({
  version: NormVersionIdSchema.nullable().describe('Curves that were used; null if there are none yet.'),
  tests: z.array(ClassTestSchema).describe('Kinds of results of the class, in the order of the vocabulary.'),
  classes: z
    .array(
      z.object({
        name: z.string().describe('Worksheet and code of the class, as far as they are told.'),
        children: z.array(ClassChildSchema).describe('In the order of the rows.'),
        medians: z.array(ClassMedianSchema).describe('By test, girls before boys.'),
      }),
    )
    .describe('Each table, and each code of a class in it.'),
  problems: z
    .array(
      z.object({
        table: z.string().describe('Name of the table.'),
        place: z.string().describe("Column letters and row, such as 'C/17'; '' for the whole table."),
        row: CountSchema.nullable().describe('Row in the file; null for a whole column or table.'),
        column: z.string().nullable().describe('Name of the column; null for a whole table.'),
        message: z.string().describe('What is wrong, in the requested language.'),
        isLeftOut: z.boolean().describe('The value is left out of the report.'),
      }),
    )
    .describe('What the check finds, as for uploads.'),
  leftOut: z
    .array(z.object({ table: z.string().describe('Name of the table.') }).extend(RowsLeftOutSchema.shape))
    .describe('Rows that are no children.'),
  dataSets: z
    .array(
      z.object({
        nr: CountSchema.describe('Number of the data set.'),
        title: z.string().describe('Title in the requested language, if there is one.'),
      }),
    )
    .describe('Data sets behind the curves, but for those that are withdrawn.'),
});
export type ClassReport = z.infer<typeof ClassReportSchema>;
