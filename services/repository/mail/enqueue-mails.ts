import { z } from 'zod';

import { languages } from '@domain/language';
import { formatUploadId } from '@domain/upload-id';
import { fillText, oneLine } from '@domain/text';

import type { RepositoryContext } from '../context/context';
import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';
import type { Transaction } from '../store/database';
import type { UploadProgress } from '../store/upload-progress';

/** Recipients of one kind of mail. */
export interface Mailing {
  kind: MailKind;
  people: { name: string; email: string }[];
}

type MailSubject = Pick<UploadProgress, 'upload' | 'study' | 'file' | 'doi'>;

/** Enqueues the mails about an upload in the caller's transaction. People without an e-mail address are left out. */
export async function enqueueMails(
  tx: Transaction,
  { jobs, settings, doi: registrar }: RepositoryContext,
  about: MailSubject,
  mailings: Mailing[],
): Promise<void> {
  const doi = about.doi?.state === 'findable' ? about.doi.doi : registrar.doiOf(about.upload.number);
  const isTest = (about.doi?.state === 'findable' ? about.doi.registrar : registrar.kind) !== 'datacite';
  for (const { kind, people } of mailings) {
    const address = settings.origin + pathOf(kind, about);
    const status = isTest ? 'test' : kind === 'accepted' ? 'registered' : 'reserved';
    for (const { name, email } of people) {
      if (email === '') continue;
      const values = {
        name: name || email,
        title: about.study.title ?? '',
        file: about.file.name,
        address,
        doi: { name: doi, status },
      } as const;
      await jobs.enqueue(tx, 'send-mail', composeMail(kind, email, values));
    }
  }
}

/** Page to which the mail links. */
function pathOf(kind: MailKind, { upload }: Pick<UploadProgress, 'upload'>): string {
  switch (kind) {
    case 'submitted':
    case 'rejected':
      return `/file-upload/submit/${formatUploadId(upload.number, upload.kind)}`;
    case 'voteNeeded':
    case 'votesDisagree':
      return `/editorial-board/vote/${formatUploadId(upload.number, upload.kind)}`;
    case 'withdrawn':
      return '/editorial-board';
    case 'accepted':
      return `/data-set/${upload.nr}`;
  }
}

/** Kinds of mail that the repository sends. */
export const mailKinds = ['submitted', 'voteNeeded', 'votesDisagree', 'withdrawn', 'accepted', 'rejected'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Status of the DOI in a mail; 'test' = not known outside this site. */
const doiStatuses = ['reserved', 'registered', 'test'] as const;
export type DoiStatus = (typeof doiStatuses)[number];

const MailTextsSchema = z.record(z.enum(mailKinds), z.object({ subject: z.string(), text: z.string() }));
const DoiTextsSchema = z.record(z.enum(doiStatuses), z.string());

const mailTexts = readTexts('mail', MailTextsSchema);
const doiTexts = readTexts('mail-doi', DoiTextsSchema);

/** Values for the placeholders of the texts. */
export interface MailValues {
  name: string;
  /** Title of the study. */
  title: string;
  /** File name of the upload. */
  file: string;
  /** Address of the page to which the mail links. */
  address: string;
  doi: { name: string; status: DoiStatus };
}

/**
 * Composes a mail in both languages, because the recipient's language is unknown. The subject begins with the file
 * name, because experts get many mails of a kind. The texts are in `locales/<language>/mail*.json`. Text from users is
 * put on one line, so that it cannot add headers or imitate our own text.
 */
export function composeMail(kind: MailKind, to: string, values: MailValues): Mail {
  // Control characters mean nothing in a mail.
  const plain = (text: string) => oneLine(text.replace(/\p{Cc}/gu, ' '));
  const typed = { title: plain(values.title), file: plain(values.file), name: plain(values.name) };
  const parts = languages.map((language) => {
    const doi = fillText(doiTexts[language][values.doi.status], { name: values.doi.name });
    const { subject, text } = mailTexts[language][kind];
    return { subject, text: fillText(text, { ...typed, address: values.address, doi }) };
  });
  return {
    to,
    subject: `Motothek, ${shorten(typed.file)}: ${parts.map(({ subject }) => subject).join(' / ')}`,
    text: `${parts.map(({ text }) => text).join('\n\n---\n\n')}\n`,
  };
}

/** Maximum length of a file name in a subject, because mail lists show little more. */
const maxFileCharacters = 40;

function shorten(file: string): string {
  const characters = [...file];
  return characters.length > maxFileCharacters ? `${characters.slice(0, maxFileCharacters - 1).join('')}…` : file;
}
