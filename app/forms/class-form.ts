import { z } from 'zod';

import { type ClassRequest, type ClassTable, ClassTableSchema, ClassTablesSchema } from '@domain/api/class-report';
import { columnLetters } from '@domain/column-letters';
import { parseJson } from '@domain/text';

import { type Entries, entryValue, type FormEntries } from './form-entries';
import { type Choices, mappingOf, readChoices } from './mapping-form';

/** Id of each form of the screen, of which there is one at a time. */
export const classFormId = 'class-form';

/** Ids of the fields that errors lead to. */
export const classFields = { file: 'class-file', paste: 'class-paste', testDate: 'class-test-date' } as const;

/** Value of a target select for a column with names, which are in the report only. */
export const nameTarget = 'child-name';

/** A class as it travels with the forms: its tables, and the names of those that are not used. */
export interface CarriedClass {
  tables: ClassTable[];
  skipped: string[];
}

const CarriedSchema = z.object({
  skipped: z.array(z.string()),
  tables: z.array(ClassTableSchema.omit({ rows: true }).extend({ rows: z.number().int().min(1) })),
});

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const characters: Record<string, string> = { '\\': '\\', t: '\t', n: '\n', r: '\r' };

/**
 * A class as one text for a hidden field: a line of JSON about the tables, then their rows with tabs between the cells,
 * which takes a third of what JSON does in an address-encoded form.
 */
export function writeClass({ tables, skipped }: CarriedClass): string {
  const about = { skipped, tables: tables.map((table) => ({ ...table, rows: table.rows.length })) };
  const lines = tables.flatMap(({ rows }) => rows.map((row) => row.map(escapeCell).join('\t')));
  return [JSON.stringify(about), ...lines].join('\n');
}

/** The class of such a text, whose line breaks a browser may have changed; null if it is none. */
export function readClass(text: string): CarriedClass | null {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const about = CarriedSchema.safeParse(parseJson(first));
  if (!about.success) return null;
  let from = 0;
  const tables = about.data.tables.map((table) => {
    const rows = lines.slice(from, (from += table.rows)).map((line) => line.split('\t').map(readCell));
    return { ...table, rows };
  });
  const checked = ClassTablesSchema.safeParse(tables);
  return checked.success && from === lines.length ? { tables: checked.data, skipped: about.data.skipped } : null;
}

function escapeCell(cell: string): string {
  return cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
}

function readCell(text: string): string {
  return text.replace(/\\([\\tnr])/g, (_, sign: string) => characters[sign] ?? sign);
}

/** What a form carries and has typed, as pairs of words, for copying: the tables as spreadsheet programs take them. */
export function classInWords(t: (key: string) => string, entries: Entries): FormEntries {
  const { tables } = readClass(entryValue(entries, 'tables')) ?? { tables: [] };
  const pasted = entryValue(entries, 'pasted');
  return [
    ...(pasted === '' ? [] : [[t('my-class:take.paste'), pasted] as [string, string]]),
    ...tables.map(({ name, columns, rows }): [string, string] => [
      name || t('my-class:report.onlyClass'),
      [columns.map((column) => column.name), ...rows].map((row) => row.join('\t')).join('\n'),
    ]),
    ...[...readClassEntries(entries, tables).choices],
  ];
}

/** A column by its name, which may be in several tables. */
export interface ClassColumn {
  index: number;
  letters: string;
  name: string;
  label?: string;
}

/** The columns of all tables, each name once. */
export function classColumns(tables: readonly ClassTable[]): ClassColumn[] {
  const labels = new Map(tables.flatMap(({ columns }) => columns.map(({ name, info }) => [name, info?.label])));
  return [...labels].map(([name, label], index) => ({ index, letters: columnLetters(index), name, label }));
}

/** What only cells have: a number, a date or an age such as 9;6. */
const likeData = /^[-+\u2212\u2013]?\d+(?:[.,;:/-]\d+)*\.?$/;

/** The headers of a table that look like its first row of data, which is then in no report; null if there is none. */
export function headersLikeData(tables: readonly ClassTable[]): string[] | null {
  const headers = tables.map(({ columns }) => columns.map(({ name }) => name));
  return headers.find((names) => names.some((name) => likeData.test(name))) ?? null;
}

/** Names of the columns that are in no report, because nothing is chosen for them. */
export function unusedColumns(columns: readonly Pick<ClassColumn, 'name'>[], choices: Choices): string[] {
  return columns.flatMap(({ name }) => ((choices.get(name) ?? '') === '' ? [name] : []));
}

/** What the form says about a class: its targets by column, including names, and the day of the tests as typed. */
export interface ClassEntries {
  choices: Choices;
  testDate: string;
}

/** Reads the choices of a posted form. */
export function readClassEntries(entries: Entries, tables: readonly ClassTable[]): ClassEntries {
  const names = classColumns(tables).map(({ name }) => name);
  return { choices: readChoices(entries, names), testDate: entryValue(entries, 'testDate') };
}

/** The request that a form stands for; null if its day of the tests is none. */
export function classRequest(tables: ClassTable[], { choices, testDate: typed }: ClassEntries): ClassRequest | null {
  const testDate = readDay(typed);
  if (testDate === undefined) return null;
  const isName = (value: string) => value === nameTarget;
  const names = [...choices].flatMap(([name, value]) => (isName(value) ? [name] : []));
  const mapping = mappingOf(new Map([...choices].filter(([, value]) => !isName(value))));
  return { tables, mapping, names, testDate };
}

/** A typed day as yyyy-MM-dd: '27.5.2026', '27/5/2026' or '2026-05-27'. Null if empty, undefined if it is no day. */
export function readDay(typed: string): string | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const [, day, month, year] = /^(\d{1,2})[./]\s?(\d{1,2})[./]\s?(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : text;
  return z.iso.date().safeParse(iso).success ? iso : undefined;
}
