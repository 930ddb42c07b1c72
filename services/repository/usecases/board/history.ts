import { Readable } from 'node:stream';

import { seesVotes } from '@domain/board/act-rules';
import {
  contributorActs,
  type HistoryContent,
  type HistoryEntry,
  type HistoryFormat,
  isOfContributorSide,
  sharedActs,
} from '@domain/board/history';
import type { Language } from '@domain/language';
import { shownStatus } from '@domain/upload-status';

import { findAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { actFactsOf, readBoardState } from '../../editorial/board-state';
import { historyCsv, historyFileName } from '../../editorial/history-file';
import { listActs } from '../../store/board';
import { findLetter } from '../../store/letters';
import type { Queryable } from '../../store/database';
import { findPeople } from '../../store/people';
import type { UploadProgress } from '../../store/upload-progress';

/**
 * Everything that was done with a submission, for members of the board who review it. As long as voting is blind for
 * them, the votes of others have no content. Notes are listed without their texts, which not all may read. Refuses with
 * 'forbidden', 'not-found', 'vote-own-upload', 'vote-member' and 'vote-named'.
 */
export async function listHistory(actor: Actor, repository: RepositoryContext, id: string): Promise<HistoryEntry[]> {
  const submission = await findAllowedUpload('listHistory', actor, repository.db, id);
  return entriesFor(actor, repository, submission);
}

/** A history as a file. */
export interface HistoryFile {
  fileName: string;
  type: string;
  /** Opens the stream; may be called once. */
  open: () => Readable;
}

/** The same as a file: csv for a spreadsheet program of the language, or json. Refuses like `listHistory`. */
export async function exportHistory(
  actor: Actor,
  repository: RepositoryContext,
  { id, format }: { id: string; format: HistoryFormat },
  language: Language,
): Promise<HistoryFile> {
  const submission = await findAllowedUpload('exportHistory', actor, repository.db, id);
  const entries = await entriesFor(actor, repository, submission);
  const isCsv = format === 'csv';
  return {
    fileName: historyFileName(submission.file.name, format, language),
    type: isCsv ? 'text/csv; charset=utf-8' : 'application/json',
    open: () => Readable.from(isCsv ? historyCsv(entries, language) : [JSON.stringify(entries)], { objectMode: false }),
  };
}

async function entriesFor(
  actor: Actor,
  repository: RepositoryContext,
  submission: UploadProgress,
): Promise<HistoryEntry[]> {
  requireReviewer(actor, submission);
  const { number, owner } = submission.upload;
  const parties = new Set([owner, ...submission.members.map(({ person }) => person)]);
  const { db } = repository;
  const isOpen = seesVotes(actFactsOf(actor, repository, await readBoardState(db, submission)));
  const acts = await listActs(db, number);
  const names = await findNames(db, acts);
  return acts.map(({ entry, actorEmail, expertEmail }) => {
    const { act, content } = entry;
    const isShared = sharedActs.includes(act) || act === 'wrote-note';
    const isOwn = isOfContributorSide(act) || (isShared && parties.has(entry.actor ?? ''));
    const isHidden = act === 'voted' && !isOpen && entry.actor !== actor.subject;
    return {
      ...viewOf(entry),
      actor: isOwn || entry.actor === owner ? null : actorEmail,
      ...(isOwn && entry.actor !== owner ? { person: names.get(entry.actor ?? '') } : {}),
      expert: entry.expert === entry.actor ? null : expertEmail,
      ...(isOwn && sharedActs.includes(act) ? { byContributor: true as const } : {}),
      content: isHidden ? null : content,
    };
  });
}

/** Names of everybody who did something, or their e-mail addresses. */
async function findNames(db: Queryable, acts: Awaited<ReturnType<typeof listActs>>): Promise<Map<string, string>> {
  const people = await findPeople(
    db,
    acts.flatMap(({ entry }) => entry.actor ?? []),
  );
  return new Map([...people].map(([subject, { name, email }]) => [subject, name || email]));
}

/**
 * What the contributor and co-authors see of the history of their submission: acts and times, and who of them did it if
 * it was not the reader, but nobody's name, vote or panel of the board.
 */
export async function listOwnHistory(actor: Actor, { db }: RepositoryContext, id: string): Promise<HistoryEntry[]> {
  const { upload, members } = await findAllowedUpload('listOwnHistory', actor, db, id);
  const parties = new Set([upload.owner, ...members.map(({ person }) => person)]);
  // As long as the letter about the decision is not sent, reasons are not told.
  const awaitsLetter = (await findLetter(db, upload.number))?.sentAt === null;
  const acts = await listActs(db, upload.number);
  const names = await findNames(db, acts);
  return acts.flatMap(({ entry }) => {
    if (!contributorActs.includes(entry.act)) return [];
    const { reason, points, answers, text, note, until, changes, person, from } = entry.content;
    const isOther = isOfContributorSide(entry.act) && entry.actor !== actor.subject;
    // Whoever is no party belongs to the board.
    const by = isOther && parties.has(entry.actor ?? '') ? { person: names.get(entry.actor ?? '') } : {};
    const isWithheld = entry.act === 'decided-tie' && awaitsLetter;
    const content: HistoryContent = isWithheld
      ? {}
      : { reason, points, answers, text, note, until, changes, person, from };
    const shown = { statusBefore: shownStatus(entry.statusBefore), statusAfter: shownStatus(entry.statusAfter) };
    return { ...viewOf(entry), ...shown, ...by, panel: null, actor: null, expert: null, content };
  });
}

function viewOf({
  id,
  at,
  act,
  panel,
  statusBefore,
  statusAfter,
}: Awaited<ReturnType<typeof listActs>>[number]['entry']) {
  return { id, at: at.toISOString(), act, panel, statusBefore, statusAfter };
}
