import { type Language, languages } from './language-code';

/** Languages in which somebody is written to: their own, or every one if it is unknown. */
export function languagesOf(reader: Language | null): readonly Language[] {
  return reader === null ? languages : [reader];
}

/** Between the texts of a mail, such as those in two languages. */
export const mailLine = '\n\n---\n\n';
