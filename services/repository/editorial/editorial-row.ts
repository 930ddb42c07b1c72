import type { EditorialRow, PanelView } from '@domain/api/editorial';
import type { RelatedUpload } from '@domain/api/reviews';
import { type PanelNumber, panels } from '@domain/limits';
import { localDay, voteTime } from '@domain/local-time';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import type { ReviewStanding } from '@domain/review-standing';
import { formatUploadId, type UploadId } from '@domain/upload-id';
import { expertColumns, listedStatus, statusRules, type UploadStatus } from '@domain/upload-status';

import type { Relative } from '../store/revisions';
import type { VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';

/** Row of the editorial list. `votes` are those on this upload; only members of the board who review it see them. */
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

/** Another upload as shown in lists and reviews; null if there is none. */
export function relatedUpload(relative: Relative | undefined, timeZone: string): RelatedUpload | null {
  if (!relative) return null;
  const { number, kind, fileName, createdAt, status } = relative;
  return { id: formatUploadId(number, kind), fileName, date: localDay(createdAt, timeZone), status };
}

export interface PanelFacts {
  id: UploadId;
  status: UploadStatus;
  /** When the requesting expert first opened the upload. */
  openedAt: Date | null;
  votes: readonly VoteRecord[];
}

/**
 * Both panels as a member of the board may see them. Voting is blind: rating and note of the other expert are left out
 * until this expert has voted or the upload is decided.
 */
export function panelViews(facts: PanelFacts, expert: string, timeZone: string): PanelView[] {
  const decided = statusRules[facts.status].decided;
  const hasVoted = facts.votes.some((vote) => vote.expert === expert);
  return panels.map((nr) => {
    const vote = facts.votes.find(({ panel }) => panel === nr);
    if (!vote) return emptyPanel(facts, nr, statusRules[facts.status].votable && !hasVoted, timeZone);
    const mine = vote.expert === expert;
    const shown = mine || hasVoted || decided;
    return {
      id: facts.id,
      nr,
      email: vote.email,
      rating: shown ? vote.rating : null,
      note: shown ? vote.note : null,
      start: voteTime(vote.startedAt, timeZone),
      end: voteTime(vote.endedAt, timeZone),
      version: vote.version,
      mine,
      editable: mine && statusRules[facts.status].votable,
      hidden: !shown,
    };
  });
}

function emptyPanel(facts: PanelFacts, nr: PanelNumber, editable: boolean, timeZone: string): PanelView {
  return {
    id: facts.id,
    nr,
    email: null,
    rating: null,
    note: null,
    start: editable && facts.openedAt ? voteTime(facts.openedAt, timeZone) : null,
    end: null,
    version: 0,
    mine: false,
    editable,
    hidden: false,
  };
}
