import { z } from 'zod';

import type { LicenceAnswer } from '@domain/api/my-data-sets';
import type { Language } from '@domain/language';

import { readTexts } from '../locale-texts';
import { spreadsheetCsv } from '../row-formats/csv';

const columns = ['date', 'version', 'institution', 'country', 'purpose'] as const;

const AnswerTextsSchema = z.object({ answers: z.object({ columns: z.record(z.enum(columns), z.string()) }) });
type AnswerTexts = z.infer<typeof AnswerTextsSchema>;

const texts: Record<Language, AnswerTexts> = readTexts('my-data-sets', AnswerTextsSchema);

/** Answers of the licence form as CSV for a spreadsheet program, with a row of headings. */
export function licenceAnswersCsv(answers: readonly LicenceAnswer[], language: Language): Generator<string> {
  const heads = columns.map((column) => texts[language].answers.columns[column]);
  const rows = answers.map((answer) => columns.map((column) => answer[column]));
  return spreadsheetCsv([heads, ...rows], language);
}
