import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { languages } from '@domain/language';

import type { Mail } from '../context/mailer';
import { rootFolder } from '../root-folder';

/** Occasions on which the repository writes. */
export const mailKinds = ['submitted', 'voteNeeded', 'votesDisagree', 'withdrawn', 'accepted', 'rejected'] as const;
export type MailKind = (typeof mailKinds)[number];

/** How the DOI stands that a mail names; 'test' = nobody outside this house knows it. */
const doiStandings = ['reserved', 'registered', 'test'] as const;
export type DoiStanding = (typeof doiStandings)[number];

const MailTextsSchema = z.record(z.enum(mailKinds), z.object({ subject: z.string(), text: z.string() }));
const DoiTextsSchema = z.record(z.enum(doiStandings), z.string());

const texts = languages.map((language) => ({
  mails: MailTextsSchema.parse(readTexts(language, 'mail.json')),
  doi: DoiTextsSchema.parse(readTexts(language, 'mail-doi.json')),
}));

function readTexts(language: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(rootFolder, 'locales', language, name), 'utf8'));
}

/** Values that the texts name. */
export interface MailValues {
  name: string;
  /** Title of the study. */
  title: string;
  /** File name of the upload. */
  file: string;
  /** Page where the reader goes on. */
  address: string;
  doi: { name: string; standing: DoiStanding };
}

/**
 * A mail in both languages, one after the other, because the repository does not know which one its
 * reader prefers. Its subject begins with the file, as an expert gets many of a kind. Sentences stand in
 * `locales/<language>/mail*.json`. What people typed stays on one line: it adds no header, and no sentence
 * that looks like ours.
 */
export function composeMail(kind: MailKind, to: string, values: MailValues): Mail {
  const { doi, ...typed } = values;
  const parts = texts.map((language) => {
    const named = { ...typed, doi: fill(language.doi[doi.standing], { name: doi.name }) };
    const { subject, text } = language.mails[kind];
    return { subject, text: fill(text, named) };
  });
  return {
    to,
    subject: `Motothek, ${shorten(oneLine(values.file))}: ${parts.map(({ subject }) => subject).join(' / ')}`,
    text: `${parts.map(({ text }) => text).join('\n\n---\n\n')}\n`,
  };
}

/** Characters of a file's name in a subject: lists of mails show little more. */
const maxFileCharacters = 40;

function shorten(file: string): string {
  const characters = [...file];
  return characters.length > maxFileCharacters ? `${characters.slice(0, maxFileCharacters - 1).join('')}…` : file;
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => oneLine(values[name] ?? ''));
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- they mean nothing in a mail
  return text.replace(/[\s\u0000-\u001f\u007f\u0085]+/g, ' ').trim();
}
