import { z } from 'zod';

import type { Language } from '@domain/language';
import { titleIn, titlesOf } from '@domain/metadata/text-language';
import { fillText, oneLine } from '@domain/text';

import type { Actor, RepositoryContext } from '../context/context';
import { readTexts } from '../locale-texts';
import { enqueueMails } from '../mail/enqueue-mails';
import { findOwnerAndSubmitter } from '../mail/mail-recipients';
import { listActs } from '../store/board';
import type { Queryable, Transaction } from '../store/database';
import { addLetter, changeLetter } from '../store/letters';
import { findPeople } from '../store/people';
import type { VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';
import { keepInHistory } from './board-state';
import { listChairs } from '../context/list-experts';

const LetterTextsSchema = z.object({
  Accepted: z.string(),
  Rejected: z.string(),
  chair: z.string(),
  notes: z.string(),
  note: z.string(),
  noNotes: z.string(),
});
export type LetterTexts = z.infer<typeof LetterTextsSchema>;
const letterTexts: Record<Language, LetterTexts> = readTexts('letter', LetterTextsSchema);

/** What a letter is made from. */
export interface LetterContent {
  status: 'Accepted' | 'Rejected';
  fileName: string;
  title: string;
  /** Notes of the votes. */
  notes: readonly string[];
  /** Why the chair decided a tie; null if the votes decided. */
  chairReason: string | null;
}

/** Text of the letter about a decision, in the contributor's language. It names nobody. */
export function composeLetter(language: Language, content: LetterContent): string {
  const texts = letterTexts[language];
  const { status, chairReason } = content;
  const notes = sortedNotes(content.notes).filter((note) => note !== '');
  const parts = [
    fillText(texts[status], { file: oneLine(content.fileName), title: oneLine(content.title) }),
    ...(chairReason === null ? [] : [texts.chair, chairReason]),
    notes.length === 0 ? texts.noNotes : texts.notes,
    ...notes.map((note, index) => `${fillText(texts.note, { number: index + 1 })}\n${note}`),
  ];
  return parts.join('\n\n');
}

/** Notes sorted by text, so that their order does not reveal the panel; missing ones come last. */
export function sortedNotes(notes: readonly string[]): string[] {
  const sorted = notes.map((note) => note.trim()).sort();
  return [...sorted.filter((note) => note !== ''), ...sorted.filter((note) => note === '')];
}

/** Why the chair decided a tie; null if the votes decided. */
export async function findChairReason(db: Queryable, upload: number): Promise<string | null> {
  const last = (await listActs(db, upload)).findLast(({ entry }) => ['decided-tie', 'reopened'].includes(entry.act));
  return last?.entry.act === 'decided-tie' ? (last.entry.content.reason ?? '') : null;
}

/** Language of the contributor, as far as their calls have named one. */
export async function findLetterLanguage(db: Queryable, owner: string): Promise<Language> {
  return (await findPeople(db, [owner])).get(owner)?.language ?? 'en';
}

/**
 * Makes the letter about a decision and sends it, or asks the chair to do so if the setting wants it. `submission` has
 * its new status. The decision itself does not wait for the letter.
 */
export async function keepLetter(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { status, votes }: { status: LetterContent['status']; votes: readonly VoteRecord[] },
): Promise<void> {
  const { upload, study, file } = submission;
  const language = await findLetterLanguage(tx, upload.owner);
  const title = study.title === null ? undefined : titleIn(titlesOf(study.metadata), language);
  const text = composeLetter(language, {
    status,
    fileName: file.name,
    title: title?.text ?? '',
    notes: votes.map(({ note }) => note),
    chairReason: await findChairReason(tx, upload.number),
  });
  await addLetter(tx, { upload: upload.number, text });
  if (!repository.settings.board.letterByChair) return sendLetter(tx, repository, submission, { text, by: null });
  const chairs = await listChairs(tx, repository, submission);
  await enqueueMails(tx, repository, submission, [{ kind: 'letterNeeded', people: chairs }]);
}

/** Sends the letter of a locked submission together with the mail about the decision. `by` is null if it sends itself. */
export async function sendLetter(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { text, by }: { text: string; by: Actor | null },
): Promise<void> {
  const { number, status } = submission.upload;
  await changeLetter(tx, number, { sentAt: repository.now() });
  await keepInHistory(tx, repository, submission, { act: 'sent-letter', actor: by, content: { text } });
  const kind = status === 'Accepted' ? ('accepted' as const) : ('rejected' as const);
  const people = await findOwnerAndSubmitter(tx, submission);
  await enqueueMails(tx, repository, submission, [{ kind, people, letter: text }]);
}
