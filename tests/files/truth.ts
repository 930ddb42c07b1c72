import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Papa from 'papaparse';
import { z } from 'zod';

/**
 * What a careful curator expects of a row, cell, column or table: `error` must not be publishable, `flag` must be named,
 * `no-flag` must not; `no-person` and `no-table` are left out; `personal` is a column that identifies people. The others
 * hold for the whole file: the number of people, completed years of age, years of the tests. `open`: naming, leaving out
 * and accepting are all right.
 */
const expectations = [
  'error',
  'flag',
  'no-flag',
  'open',
  'no-person',
  'no-table',
  'personal',
  'persons',
  'ages',
  'test-year',
] as const;

const TruthRowSchema = z.object({
  file: z.string().min(1),
  table: z.string(),
  /** As a spreadsheet program counts; null for a column, a table or a file. */
  row: z.string().transform((row) => (row === '' ? null : Number(row))),
  /** Its letters, or ''. */
  column: z.string(),
  expect: z.enum(expectations),
  what: z.string(),
});
export type TruthRow = z.infer<typeof TruthRowSchema>;

const MeaningSchema = z.object({
  file: z.string().min(1),
  column: z.string().min(1),
  /** '<key>|<unit>', '<key>' for the default unit, '' if it has no target. */
  target: z.string(),
});
/** '?' after a target: other suggestions are right, too. Alone: whatever is suggested. */
export type Meaning = z.infer<typeof MeaningSchema>;

/** A file with what is true about it. */
export interface KnownFile {
  name: string;
  path: string;
  truth: TruthRow[];
  /** Empty if the folder does not tell them. */
  meanings: Meaning[];
}

/** Files of a folder with a `truth.csv` and a `means.csv`, in the order of the truth. */
export function readKnownFiles(folder: string): KnownFile[] {
  const truth = readRows(path.join(folder, 'truth.csv'), TruthRowSchema);
  const meanings = readRows(path.join(folder, 'means.csv'), MeaningSchema);
  return [...new Set(truth.map(({ file }) => file))].map((name) => ({
    name,
    path: path.join(folder, name),
    truth: truth.filter(({ file }) => file === name),
    meanings: meanings.filter(({ file }) => file === name),
  }));
}

function readRows<Row extends z.ZodType>(file: string, schema: Row): z.infer<Row>[] {
  if (!existsSync(file)) return [];
  const { data } = Papa.parse<unknown>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true });
  return schema.array().parse(data);
}
