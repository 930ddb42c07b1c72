import type { UploadReview } from '@domain/api/reviews';
import { includesRight } from '@domain/life/co-authors';
import { localDay } from '@domain/local-time';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';
import { formatUploadId } from '@domain/upload-id';
import { reviseRefusal, statusRules, withdrawRefusal } from '@domain/upload-status';

import { findAllowedUpload, listStudyUploadsFor } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { doiUrl } from '../../doi/registrars';
import { relatedUpload } from '../../editorial/editorial-row';
import { findChairReason, sortedNotes } from '../../editorial/decision-letter';
import { changeRequestView } from '../../editorial/view-submission';
import { listChangeRequests } from '../../store/board';
import type { Queryable } from '../../store/database';
import { findLetter } from '../../store/letters';
import { rightOf } from '../../store/members';
import { findPublishedAt } from '../../store/published-data-sets';
import { listSiblings, listRevised, listRevisions } from '../../store/revisions';
import { listVotes, type VoteRecord } from '../../store/submissions';
import type { UploadProgress } from '../../store/upload-progress';
import { isContinuable } from '../../store/versions';

/**
 * Progress of the review of an upload, for its owner. It contains the number of votes and, after the decision, their
 * notes, but never ratings of an open review or the names of experts.
 */
export async function findReview(
  actor: Actor,
  { db, settings, now }: RepositoryContext,
  id: string,
): Promise<UploadReview> {
  const progress = await findAllowedUpload('findReview', actor, db, id);
  const { upload, file, doi, members } = progress;
  const right = rightOf(actor.subject, { owner: upload.owner, members });
  const maySubmit = includesRight(right, 'submit');
  const votes = await listVotes(db, [upload.number]);
  const relatives = await findRelatives(actor, db, progress, settings.timeZone);
  return {
    id: formatUploadId(upload.number, upload.kind),
    fileName: file.name,
    status: upload.status,
    submittedAt: upload.submittedAt?.toISOString() ?? null,
    votes: votes.length,
    decidedAt: upload.decidedAt?.toISOString() ?? null,
    // A panel would tell who asked.
    changes: (await listChangeRequests(db, upload.number)).map((request) => ({
      ...changeRequestView(request),
      panel: null,
    })),
    ...(await findWords(db, progress, votes)),
    nr: upload.nr,
    withdrawnAt: upload.withdrawnAt?.toISOString() ?? null,
    doi: doi?.doi ?? null,
    doiUrl: doi && doiUrl(doi, upload.nr, settings.origin),
    doiIsTest: doi !== null && doi.registrar !== 'datacite',
    ...(await findPublication(db, progress, localDay(now(), settings.timeZone))),
    ...relatives,
    right: right ?? 'read',
    withdrawable: right === 'own' && withdrawRefusal(upload.status, votes.length) === null,
    isContinuable: maySubmit && isContinuable(upload),
    revisable:
      maySubmit &&
      reviseRefusal(upload.status) === null &&
      (relatives.revisedBy === null || relatives.revisedBy.status === 'Rejected'),
  };
}

/**
 * What the contributor reads about a decision: the notes, unless the chair has edited them into a letter or still may,
 * and the letter once it was sent.
 */
async function findWords(
  db: Queryable,
  { upload }: UploadProgress,
  votes: readonly VoteRecord[],
): Promise<Pick<UploadReview, 'notes' | 'chairReason' | 'letter' | 'awaitsLetter'>> {
  const none = { notes: [], chairReason: null, letter: null, awaitsLetter: false };
  if (!statusRules[upload.status].decided) return none;
  const letter = await findLetter(db, upload.number);
  if (letter && !letter.sentAt) return { ...none, awaitsLetter: true };
  const isEdited = letter !== null && letter.version > 1;
  return {
    ...none,
    notes: isEdited ? [] : sortedNotes(votes.map(({ note }) => note)),
    chairReason: await findChairReason(db, upload.number),
    letter: letter?.sentAt ? { text: letter.text, sentAt: letter.sentAt.toISOString(), isEdited } : null,
  };
}

async function findPublication(
  db: Queryable,
  { upload, study }: UploadProgress,
  today: string,
): Promise<Pick<UploadReview, 'publishedAt' | 'embargoEnd'>> {
  if (!statusRules[upload.status].published || upload.nr === null) {
    return { publishedAt: null, embargoEnd: null };
  }
  const publishedAt = await findPublishedAt(db, upload.nr);
  if (publishedAt) return { publishedAt: publishedAt.toISOString(), embargoEnd: null };
  const { metadata } = study;
  // After the embargo has ended, the data is being published.
  const isWaiting = isUnderEmbargo(metadata, today);
  return { publishedAt: null, embargoEnd: isWaiting ? embargoDay(metadata) : null };
}

async function findRelatives(
  actor: Actor,
  db: Queryable,
  progress: UploadProgress,
  timeZone: string,
): Promise<Pick<UploadReview, 'revises' | 'revisedBy' | 'siblings'>> {
  const { upload, study } = progress;
  const { number } = upload;
  const revised = await listRevised(db, [number]);
  const revisions = await listRevisions(db, [number]);
  const shared = new Set((await listStudyUploadsFor(actor, db, progress)).map((one) => one.number));
  const siblings = (await listSiblings(db, study.id, number)).filter((sibling) => shared.has(sibling.number));
  return {
    revises: relatedUpload(revised.get(number), timeZone),
    revisedBy: relatedUpload(revisions.get(number), timeZone),
    siblings: siblings
      .filter(({ status }) => !statusRules[status].editable && status !== 'Rejected')
      .flatMap((sibling) => relatedUpload(sibling, timeZone) ?? []),
  };
}
