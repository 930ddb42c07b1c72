import { z } from 'zod';

import type { NoteReader } from '@domain/board/notes';
import { formatDay } from '@domain/formats';
import { byLanguage, type Language } from '@domain/language';
import { languagesOf, mailLine } from '@domain/mail-languages';
import { type LanguageText, titleIn } from '@domain/metadata/text-language';
import { fillText, oneLine } from '@domain/text';

import type { Mail } from '../context/mailer';
import { readTexts } from '../locale-texts';

/** Kinds of mail to contributors and those with whom they share uploads. */
const contributorKinds = [
  'submitted',
  'changesRequested',
  'changesDue',
  'noteToContributor',
  'accepted',
  'rejected',
  'reviewReopened',
  'withdrawalDeclined',
  'dataWithdrawn',
  'dataRestored',
  'dataRemoved',
  'removalAskedByChair',
  'removalDeclined',
  'correctionConsented',
  'correctionDeclined',
  'correctionClosed',
  'coAuthorInvited',
  'coAuthorJoined',
  'coAuthorDeclined',
  'coAuthorLeft',
  'coAuthorEnded',
  'sharedUploadDeleted',
  'ownerDeleted',
  'ownershipOffered',
  'ownershipOfferedByChair',
  'ownershipOfferedForYou',
  'ownershipDeclined',
  'ownershipHandedOn',
  'ownershipTaken',
  'embargoLengthened',
  'embargoEnds',
  'dataPublished',
] as const;

/** Kinds of mail to the editorial board. */
const boardKinds = [
  'voteNeeded',
  'votesDisagree',
  'invited',
  'voteDue',
  'voteOverdue',
  'panelOverdue',
  'tieOverdue',
  'tieRepeated',
  'expertsNeeded',
  'letterNeeded',
  'changesAsked',
  'changesOverdue',
  'handedIn',
  'boardAccepted',
  'boardRejected',
  'noLongerNeeded',
  'noteToBoard',
  'withdrawn',
  'withdrawalAsked',
  'removalAsked',
  'correctionProposed',
  'metadataCorrected',
  'chairsOfferDeclined',
] as const;

/** Kinds of mail that the repository sends. */
export const mailKinds = [...contributorKinds, ...boardKinds] as const;
export type MailKind = (typeof mailKinds)[number];

/** Whether a kind of mail is for the editorial board. Only these mails name the contributor. */
export function isForBoard(kind: MailKind): boolean {
  return (boardKinds as readonly MailKind[]).includes(kind);
}

/** Status of the DOI in a mail; 'test' = not known outside this site. */
const doiStatuses = ['reserved', 'registered', 'test'] as const;
export type DoiStatus = (typeof doiStatuses)[number];

/** Facts about a submission that each mail to the board contains. */
const FactTextsSchema = z.object({
  contributor: z.string(),
  /** In place of a contributor whose account is deleted. */
  formerContributor: z.string(),
  size: z.string(),
  rows: z.string(),
  due: z.string(),
  /** Who can read a note. */
  readers: z.object({ expert: z.string(), chair: z.string(), board: z.string() }),
});
export type MailFactTexts = z.infer<typeof FactTextsSchema>;
const DigestTextsSchema = z.object({ subject: z.string(), begin: z.string(), end: z.string() });
export type MailDigestTexts = z.infer<typeof DigestTextsSchema>;

const mailTexts = readTexts('mail', z.record(z.enum(mailKinds), z.object({ subject: z.string(), text: z.string() })));
const doiTexts = readTexts('mail-doi', z.record(z.enum(doiStatuses), z.string()));
const factTexts: Record<Language, MailFactTexts> = readTexts('mail-facts', FactTextsSchema);
const digestTexts: Record<Language, MailDigestTexts> = readTexts('mail-digest', DigestTextsSchema);
const counts = byLanguage((language) => new Intl.NumberFormat(language));

/** Values for the placeholders of the texts. */
export interface MailValues {
  name: string;
  /** Titles of the study, of which each language uses its own. */
  titles: readonly LanguageText[];
  /** File name of the upload. */
  file: string;
  /** Address of the page to which the mail links. */
  address: string;
  /** Day until which an answer is expected, yyyy-MM-dd; '' if there is none. */
  due: string;
  /** Who can read the note that a mail to the board is about. */
  readers?: Exclude<NoteReader, 'contributor'>;
  /** Letter about a decision, or a reason, which is quoted; '' by default. */
  letter?: string;
  /** Name of the co-author, or of who wants to be one, whom the mail is about; '' by default. */
  person?: string;
  doi: { name: string; status: DoiStatus };
  /** Name and e-mail address of the contributor. */
  contributor: string;
  /** Persons or cases, if they are known, and rows of data. */
  n: number | null;
  rows: number;
}

/** Paragraphs of a text. */
const gap = '\n\n';

/**
 * Composes a mail in the language of its reader, or in both if it is unknown. The subject begins with the file name,
 * because experts get many mails of a kind. The texts are in `locales/<language>/mail*.json`. Text from users is put on
 * one line, so that it cannot add headers or imitate our own text.
 */
export function composeMail(kind: MailKind, to: string, reader: Language | null, values: MailValues): Mail {
  const file = oneLine(values.file);
  const person = oneLine(values.person ?? '');
  const typed = { file, name: oneLine(values.name), person };
  const letter = (values.letter ?? '').replaceAll('\r\n', '\n').replaceAll(/^/gm, '> ');
  const parts = languagesOf(reader).map((language) => {
    const doi = fillText(doiTexts[language][values.doi.status], { name: values.doi.name });
    const { subject, text } = mailTexts[language][kind];
    const due = values.due === '' ? '' : formatDay(values.due.split('-'), language);
    const facts = isForBoard(kind) ? factsOf({ ...values, due }, language) : null;
    const title = oneLine(titleIn(values.titles, language)?.text ?? '');
    // Uploads that were not described yet have no title.
    const named = title === '' ? text.replace(' ({{title}})', '') : text;
    const whole = facts === null ? named : withFacts(named);
    const readers = factTexts[language].readers[values.readers ?? 'board'];
    return {
      subject,
      text: fillText(whole, { ...typed, title, address: values.address, letter, doi, due, readers, facts }),
    };
  });
  return {
    to,
    subject: `Motothek, ${shorten(file)}: ${parts.map(({ subject }) => subject).join(' / ')}`,
    text: `${parts.map(({ text }) => text).join(mailLine)}\n`,
  };
}

/** The facts come before the link, which is the last paragraph. */
function withFacts(text: string): string {
  const paragraphs = text.split(gap);
  return [...paragraphs.slice(0, -1), '{{facts}}', ...paragraphs.slice(-1)].join(gap);
}

function factsOf({ contributor, n, rows, due }: MailValues, language: Language): string {
  const texts = factTexts[language];
  const written = { n: n === null ? '' : counts[language].format(n), rows: counts[language].format(rows) };
  return [
    fillText(texts.contributor, { contributor: oneLine(contributor) || texts.formerContributor }),
    fillText(n === null ? texts.rows : texts.size, written),
    ...(due === '' ? [] : [fillText(texts.due, { due })]),
  ].join('\n');
}

/** Maximum length of a file name in a subject, because mail lists show little more. */
const maxFileCharacters = 40;

function shorten(file: string): string {
  const characters = [...file];
  return characters.length > maxFileCharacters ? `${characters.slice(0, maxFileCharacters - 1).join('')}…` : file;
}

/** Composes one mail with all mails of the board that waited for a day. */
export function composeDigest(
  { name, email, language }: { name: string; email: string; language: Language | null },
  waiting: readonly Pick<Mail, 'subject' | 'text'>[],
  address: string,
): Mail {
  const used = languagesOf(language);
  const each = (key: keyof MailDigestTexts) =>
    used.map((one) => fillText(digestTexts[one][key], { name: oneLine(name || email), address })).join(gap);
  const mails = waiting.map(({ subject, text }, at) => `${at + 1}. ${subject}${gap}${text.trim()}`);
  return {
    to: email,
    subject: `Motothek: ${used.map((one) => digestTexts[one].subject).join(' / ')}`,
    text: `${[each('begin'), ...mails, each('end')].join(mailLine)}\n`,
  };
}
