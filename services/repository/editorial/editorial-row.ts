import type { EditorialRow } from '@domain/api/editorial';
import type { RelatedUpload } from '@domain/api/reviews';
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

/** Parts of a moment as a clock of the time zone shows them, each with its leading zeros. */
function clockParts(moment: Date, timeZone: string): Map<string, string> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  });
  return new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** Day in a time zone (IANA name) as yyyy-MM-dd: the form of lists (spec section 9). */
export function localDay(moment: Date, timeZone: string): string {
  const parts = clockParts(moment, timeZone);
  return ['year', 'month', 'day'].map((part) => parts.get(part) ?? '').join('-');
}

/** Moment in a time zone as `yyyy-MM-dd hh:mm:ss a`: the form of votes (spec section 9). */
export function voteTime(moment: Date, timeZone: string): string {
  const parts = clockParts(moment, timeZone);
  const clock = ['hour', 'minute', 'second'].map((part) => parts.get(part) ?? '').join(':');
  return `${localDay(moment, timeZone)} ${clock} ${parts.get('dayPeriod') ?? ''}`;
}

/** Another upload as lists and reviews name it; null for none. */
export function relatedUpload(relative: Relative | undefined, timeZone: string): RelatedUpload | null {
  if (!relative) return null;
  const { number, kind, fileName, createdAt, status } = relative;
  return { id: formatUploadId(number, kind), fileName, date: localDay(createdAt, timeZone), status };
}
