import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { languages } from '@domain/language';

import { rootFolder } from '../root-folder';
import type { Mail } from './mailer';

/** Occasions on which the repository writes. */
export const mailKinds = [
  'submitted',
  'voteNeeded',
  'votesDisagree',
  'withdrawn',
  'accepted',
  'rejected',
] as const;
export type MailKind = (typeof mailKinds)[number];

const TextsSchema = z.record(z.enum(mailKinds), z.object({ subject: z.string(), text: z.string() }));

const texts = languages.map((language) =>
  TextsSchema.parse(
    JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, 'mail.json'), 'utf8')),
  ),
);

/** Values that the texts name. */
export interface MailValues {
  name: string;
  /** Title of the study. */
  title: string;
  /** File name of the upload. */
  file: string;
  /** Page where the reader goes on. */
  address: string;
}

/**
 * A mail in both languages, one after the other, because the repository does not know which one its
 * reader prefers. Sentences stand in `locales/<language>/mail.json`.
 */
export function composeMail(kind: MailKind, to: string, values: MailValues): Mail {
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: keyof MailValues) => values[name] ?? '');
  return {
    to,
    subject: texts.map((language) => fill(language[kind].subject)).join(' / '),
    text: `${texts.map((language) => fill(language[kind].text)).join('\n\n---\n\n')}\n`,
  };
}
