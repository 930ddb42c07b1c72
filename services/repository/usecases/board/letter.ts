import type { DecisionLetter } from '@domain/board/letters';
import { Refusal } from '@domain/error-codes';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, lockAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { contentTag, type ExpectedTags, refuseOverwriting } from '../../content-tag';
import { dueAfter, keepInHistory } from '../../editorial/board-state';
import { findLetterLanguage, sendLetter } from '../../editorial/decision-letter';
import type { Queryable } from '../../store/database';
import { changeLetter, findLetter, type LetterRecord } from '../../store/letters';
import type { UploadProgress } from '../../store/upload-progress';

/**
 * The letter about a decision, for the chair. Refuses with 'forbidden', 'not-found' for unknown uploads and those without
 * a letter, and 'vote-own-upload' and 'vote-named' if the member of the chair is a party to the submission.
 */
export async function readLetter(actor: Actor, repository: RepositoryContext, id: string): Promise<DecisionLetter> {
  const submission = await findAllowedUpload('readLetter', actor, repository.db, id);
  return viewLetter(repository, repository.db, submission, await requireLetter(repository.db, actor, submission));
}

/**
 * Saves the letter about a decision as the chair has edited it. Refuses like `readLetter`, with 'letter-sent', and with
 * 'saved-elsewhere' if the stored letter has none of the tags `expected`.
 */
export async function editLetter(
  actor: Actor,
  repository: RepositoryContext,
  { id, text }: { id: string; text: string },
  expected: ExpectedTags = null,
): Promise<DecisionLetter> {
  return repository.db.transaction(async (tx) => {
    const submission = await lockAllowedUpload('editLetter', actor, tx, id);
    const letter = await requireUnsent(tx, actor, submission);
    if (text !== letter.text) {
      refuseOverwriting(contentTag(letter.text), expected, { at: null });
      await changeLetter(tx, submission.upload.number, { text, version: letter.version + 1 });
      await keepInHistory(tx, repository, submission, { act: 'edited-letter', actor, content: { text } });
    }
    return viewLetter(repository, tx, submission, await requireLetter(tx, actor, submission));
  });
}

/**
 * Sends the letter about a decision to the contributor, by the chair. Refuses like `editLetter`, so that nothing is sent
 * that the chair has not seen.
 */
export async function postLetter(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  expected: ExpectedTags = null,
): Promise<DecisionLetter> {
  const { db, jobs } = repository;
  const sent = await db.transaction(async (tx) => {
    const submission = await lockAllowedUpload('postLetter', actor, tx, id);
    const letter = await requireUnsent(tx, actor, submission);
    refuseOverwriting(contentTag(letter.text), expected, { at: null });
    await sendLetter(tx, repository, submission, { text: letter.text, by: actor });
    return viewLetter(repository, tx, submission, await requireLetter(tx, actor, submission));
  });
  jobs.nudge();
  return sent;
}

async function requireLetter(db: Queryable, actor: Actor, submission: UploadProgress): Promise<LetterRecord> {
  requireReviewer(actor, submission);
  const letter = await findLetter(db, submission.upload.number);
  if (!letter) throw new Refusal('not-found');
  return letter;
}

async function requireUnsent(db: Queryable, actor: Actor, submission: UploadProgress): Promise<LetterRecord> {
  const letter = await requireLetter(db, actor, submission);
  if (letter.sentAt) throw new Refusal('letter-sent');
  return letter;
}

async function viewLetter(
  clock: Pick<RepositoryContext, 'settings'>,
  db: Queryable,
  { upload, file }: UploadProgress,
  { text, sentAt }: LetterRecord,
): Promise<DecisionLetter> {
  const dueAt = sentAt || !upload.decidedAt ? null : dueAfter(upload.decidedAt, clock);
  return {
    id: formatUploadId(upload.number, upload.kind),
    fileName: file.name,
    status: upload.status === 'Accepted' ? 'Accepted' : 'Rejected',
    language: await findLetterLanguage(db, upload.owner),
    text,
    sentAt: sentAt?.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
  };
}
