import type { EditorialRow } from '@domain/api/editorial';
import type { RelatedUpload } from '@domain/api/reviews';
import { localDay } from '@domain/local-time';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import type { ReviewStanding } from '@domain/review-standing';
import { formatUploadId } from '@domain/upload-id';
import { expertColumns, listedStatus } from '@domain/upload-status';

import type { Relative } from '../store/revisions';
import type { VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';

/**
 * Row of the editorial list. `votes` are those on this upload; whom the row is for sees them as one of the
 * board alone.
 */
export function editorialRow(
  progress: UploadProgress,
  {
    votes,
    contributor,
    standing,
    timeZone,
  }: {
    votes: readonly VoteRecord[];
    contributor: { email: string } | undefined;
    standing: ReviewStanding;
    timeZone: string;
  },
): EditorialRow {
  const { upload, study, file, flags } = progress;
  const { metadata } = study;
  const seen = standing === 'board' ? votes : [];
  const rating = (panel: number) => seen.find((vote) => vote.panel === panel)?.rating ?? null;
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    status: listedStatus(upload.status, progress.hasOverriddenProblems),
    date: localDay(upload.submittedAt ?? upload.createdAt, timeZone),
    datei: file.name,
    title: study.title,
    titleLanguage: describedIn(metadata),
    doi: progress.doi?.doi ?? null,
    n: progress.n,
    typ: upload.kind === 'raw' ? 'RAW' : 'AGG',
    hasMapping: flags.mapped,
    hasErrors: progress.hasErrors,
    hasMeta: flags.meta,
    rights: valuesOf(metadata, fieldIds.licence),
    email: contributor?.email ?? '',
    ...expertColumns(rating(1), rating(2)),
    standing,
  };
}

/** Another upload as lists and reviews name it; null for none. */
export function relatedUpload(relative: Relative | undefined, timeZone: string): RelatedUpload | null {
  if (!relative) return null;
  const { number, kind, fileName, createdAt, status } = relative;
  return { id: formatUploadId(number, kind), fileName, date: localDay(createdAt, timeZone), status };
}
