import { z } from 'zod';

import type { Language } from '@domain/language';
import { languagesOf, mailLine } from '@domain/mail-languages';
import { fillText, oneLine } from '@domain/text';

import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';

const AccountTextsSchema = z.object({ deletedSubject: z.string(), deleted: z.string() });
export type AccountMailTexts = z.infer<typeof AccountTextsSchema>;
const texts: Record<Language, AccountMailTexts> = readTexts('mail-account', AccountTextsSchema);

/** The last mail to somebody whose account is deleted, in their language or in both; null if their address is unknown. */
export function composeDeletedMail(person: { name: string; email: string; language: Language | null }): Mail | null {
  if (person.email === '') return null;
  const used = languagesOf(person.language).map((language) => texts[language]);
  const text = fillText(used.map(({ deleted }) => deleted).join(mailLine), {
    name: oneLine(person.name || person.email),
  });
  return { to: person.email, subject: used.map(({ deletedSubject }) => deletedSubject).join(' / '), text };
}
