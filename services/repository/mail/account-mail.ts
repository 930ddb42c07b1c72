import { z } from 'zod';

import { defaultLanguage, type Language } from '@domain/language';
import { fillText, oneLine } from '@domain/text';

import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';

const AccountTextsSchema = z.object({ deletedSubject: z.string(), deleted: z.string() });
export type AccountMailTexts = z.infer<typeof AccountTextsSchema>;
const texts: Record<Language, AccountMailTexts> = readTexts('mail-account', AccountTextsSchema);

/** The last mail to somebody whose account is deleted; null if their address is unknown. */
export function composeDeletedMail(person: { name: string; email: string; language: Language | null }): Mail | null {
  if (person.email === '') return null;
  const { deletedSubject, deleted } = texts[person.language ?? defaultLanguage];
  const text = fillText(deleted, { name: oneLine(person.name || person.email) });
  return { to: person.email, subject: deletedSubject, text };
}
