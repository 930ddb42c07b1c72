import { readFileSync } from 'node:fs';
import path from 'node:path';

import Papa from 'papaparse';
import { z } from 'zod';

import { WithheldReasonSchema } from '@domain/api/publication';
import { type Bilingual, type Language, languages } from '@domain/language';
import { motorTests } from '@domain/motor-tests';

/** A number, or null if the cell is empty. */
export const optionalNumber = z
  .string()
  .refine((text) => text === '' || Number.isFinite(Number(text)), 'is not a number')
  .transform((text) => (text === '' ? null : Number(text)));

export const requiredNumber = z
  .string()
  .refine((text) => text !== '' && Number.isFinite(Number(text)), 'is not a number')
  .transform(Number);

export const yesOrNo = z.enum(['yes', 'no']).transform((text) => text === 'yes');

/** Texts in one cell. */
export const list = (separator: string) =>
  z.string().transform((text) => text.split(separator).filter((part) => part !== ''));

/** A row of a data file with its position, for error messages. */
type WithPosition<Row> = Row & { position: string };

/**
 * Reads a CSV file of the vocabulary and validates every row. Throws an Error that names file, line and column, so that
 * editors of the data find the mistake quickly.
 */
export function readRows<Shape extends z.ZodRawShape>(
  folder: string,
  fileName: string,
  shape: Shape,
): WithPosition<z.output<z.ZodObject<Shape>>>[] {
  const text = readFileSync(path.join(folder, fileName), 'utf8');
  const parsed = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  const error = parsed.errors[0];
  if (error) throw new Error(`${fileName}, line ${(error.row ?? 0) + 1}: ${error.message}`);
  const [header = [], ...lines] = parsed.data;
  const schema = z.strictObject(shape);
  return lines.map((cells, index) => {
    const position = `${fileName}, line ${index + 2}`;
    if (cells.length !== header.length) {
      throw new Error(`${position}: ${cells.length} cells under ${header.length} headings`);
    }
    const result = schema.safeParse(Object.fromEntries(header.map((name, column) => [name, cells[column]])));
    if (result.success) return { ...result.data, position } as WithPosition<z.output<z.ZodObject<Shape>>>;
    const issue = result.error.issues[0];
    throw new Error(`${position}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`);
  });
}

const text = z.string().min(1, 'is empty');
const limits = {
  warn_min: optionalNumber,
  warn_max: optionalNumber,
  hard_min: optionalNumber,
  hard_max: optionalNumber,
  step: optionalNumber,
};
const maximum = z.union([z.literal('this-year'), optionalNumber]);
const test = z.enum(motorTests as [(typeof motorTests)[number]]);
const zero = z.enum(['impossible', 'possible']).transform((word) => word === 'impossible');
const direction = z.enum(['more', 'less', 'none']);
const label = { label_en: text, label_de: text };
const publishRules = ['keep', ...WithheldReasonSchema.exclude(['unmapped', 'duplicate']).options] as const;

/**
 * Reads the files of `data/vocabulary`. They are edited by domain experts and contain all facts about the tests, so
 * every row is validated.
 */
export function readVocabularyData(rootFolder: string) {
  const folder = path.join(rootFolder, 'services', 'repository', 'data', 'vocabulary');
  return {
    groups: readRows(folder, 'groups.csv', { group: text, ...label }),
    unitSpellings: readRows(folder, 'unit-spellings.csv', { unit: text, spellings: text }),
    longUnits: readRows(folder, 'long-units.csv', { key: text, spellings: text }),
    units: readRows(folder, 'units.csv', { unit: text, ucum: z.string(), text_en: text, text_de: text }),
    tests: readRows(folder, 'motor-tests.csv', {
      order: requiredNumber,
      row: requiredNumber,
      slug: test,
      abbr_en: text,
      abbr_de: text,
      short_en: text,
      short_de: text,
      long_en: text,
      long_de: text,
      unit: text,
      ucum: text,
      direction,
      ...limits,
      decimals: requiredNumber,
      result: z.enum(['value', 'best', 'mean', 'sum']),
      trials: optionalNumber,
      zero,
    }),
    results: readRows(folder, 'test-results.csv', {
      key: text,
      test,
      ...label,
      unit: text,
      ucum: text,
      direction,
      ...limits,
      decimals: requiredNumber,
      zero,
      use: z.enum(['result', 'condition']),
    }),
    trials: readRows(folder, 'trials.csv', { test, ...limits }),
    fields: readRows(folder, 'fields.csv', {
      key: text,
      kind: z.enum(['raw', 'agg', 'both']),
      group: text,
      ...label,
      type: z.enum(['number', 'text', 'code', 'date', 'month', 'year', 'none']),
      unit: z.string(),
      ...limits,
      warn_max: maximum,
      hard_max: maximum,
      decimals: optionalNumber,
      required: yesOrNo,
      codelist: z.string(),
      publish: z.enum(publishRules),
      measure: yesOrNo,
      value_labels: z.enum(['publish', 'private']),
    }),
    statistics: readRows(folder, 'statistics.csv', {
      statistic: text,
      ...label,
      scale: z.enum(['count', 'position', 'spread', 'variance', 'fixed']),
      unit: z.string(),
      ...limits,
      decimals: requiredNumber,
      required: yesOrNo,
      rare: yesOrNo,
    }),
    conversions: readRows(folder, 'conversions.csv', {
      key: text,
      unit: text,
      way: z.enum(['linear', 'inverse']),
      factor: requiredNumber,
      offset: requiredNumber,
      trials: yesOrNo,
    }),
    codings: readRows(folder, 'codings.csv', {
      codelist: text,
      unit: z.string(),
      coding: text,
      pattern: z.string(),
      allowed_en: text,
      allowed_de: text,
      paired: yesOrNo,
    }),
    codes: readRows(folder, 'codes.csv', { coding: text, code: text, ...label, spellings: text }),
    missingCodes: readRows(folder, 'missing-codes.csv', {
      code: text,
      language: z.enum(['', ...languages]),
      scope: z.enum(['all', 'class']),
    }),
  };
}
export type VocabularyData = ReturnType<typeof readVocabularyData>;

/** The text of a row in every language, from its columns `<name>_en` and `<name>_de`. */
export function bilingual<Name extends string>(row: Record<`${Name}_${Language}`, string>, name: Name): Bilingual {
  return Object.fromEntries(languages.map((language) => [language, row[`${name}_${language}`]])) as Bilingual;
}
