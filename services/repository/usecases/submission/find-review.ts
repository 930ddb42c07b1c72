import type { UploadReview } from '@domain/api/reviews';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';
import { formatUploadId } from '@domain/upload-id';
import { reviseRefusal, statusRules, withdrawRefusal } from '@domain/upload-status';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { relatedUpload } from '../../editorial/editorial-row';
import type { Queryable } from '../../store/database';
import { findPublishedAt } from '../../store/published-data-sets';
import { listMates, listRevised, listRevisions } from '../../store/revisions';
import { listVotes, type VoteRecord } from '../../store/submissions';
import type { UploadProgress } from '../../store/upload-progress';
import { doiUrl } from '../uploads/find-upload-state';

/**
 * How far the review of an upload is, for its owner alone. Of the votes it tells their number, and once
 * it is decided their notes: never ratings that are still open, nor whose they are.
 */
export async function findReview(
  actor: Actor,
  { db, settings, now }: RepositoryContext,
  id: string,
): Promise<UploadReview> {
  const progress = await findAllowedUpload('findReview', actor, db, id);
  const { upload, file, doi } = progress;
  const votes = await listVotes(db, [upload.number]);
  const decided = statusRules[upload.status].decided;
  const relatives = await findRelatives(db, progress, settings.timeZone);
  return {
    id: formatUploadId(upload.number, upload.kind),
    fileName: file.name,
    status: upload.status,
    submittedAt: upload.submittedAt?.toISOString() ?? null,
    votes: votes.length,
    decidedAt: upload.decidedAt?.toISOString() ?? null,
    notes: decided ? notesOf(votes) : [],
    nr: upload.nr,
    doi: doi?.doi ?? null,
    doiUrl: doi && doiUrl(doi, upload.nr, settings.origin),
    doiIsTest: doi !== null && doi.registrar !== 'datacite',
    ...(await findPublication(db, progress, now())),
    ...relatives,
    withdrawable: withdrawRefusal(upload.status, votes.length) === null,
    revisable:
      reviseRefusal(upload.status) === null &&
      (relatives.revisedBy === null || relatives.revisedBy.status === 'Rejected'),
  };
}

/** In the order of the texts, so that nothing tells which panel a note is from. */
function notesOf(votes: readonly VoteRecord[]): string[] {
  const notes = votes.map(({ note }) => note.trim()).sort();
  return [...notes.filter((note) => note !== ''), ...notes.filter((note) => note === '')];
}

async function findPublication(
  db: Queryable,
  { upload, study }: UploadProgress,
  now: Date,
): Promise<Pick<UploadReview, 'publishedAt' | 'embargoEnd'>> {
  if (!statusRules[upload.status].published || upload.nr === null) {
    return { publishedAt: null, embargoEnd: null };
  }
  const publishedAt = await findPublishedAt(db, upload.nr);
  if (publishedAt) return { publishedAt: publishedAt.toISOString(), embargoEnd: null };
  const { metadata } = study;
  // What has ended keeps nobody waiting: the data are on their way.
  const isWaiting = isUnderEmbargo(metadata, now.toISOString().slice(0, 10));
  return { publishedAt: null, embargoEnd: isWaiting ? embargoDay(metadata) : null };
}

async function findRelatives(
  db: Queryable,
  { upload, study }: UploadProgress,
  timeZone: string,
): Promise<Pick<UploadReview, 'revises' | 'revisedBy' | 'mates'>> {
  const { number } = upload;
  const revised = await listRevised(db, [number]);
  const revisions = await listRevisions(db, [number]);
  const mates = await listMates(db, study.id, number);
  return {
    revises: relatedUpload(revised.get(number), timeZone),
    revisedBy: relatedUpload(revisions.get(number), timeZone),
    mates: mates
      .filter(({ status }) => !statusRules[status].editable && status !== 'Rejected')
      .flatMap((mate) => relatedUpload(mate, timeZone) ?? []),
  };
}
