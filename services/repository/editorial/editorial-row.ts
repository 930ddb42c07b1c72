import type { EditorialRow, PanelView } from '@domain/api/editorial';
import type { RelatedUpload } from '@domain/api/reviews';
import { actRefusal, panelRefusal, seesVotes } from '@domain/board/act-rules';
import { panels } from '@domain/limits';
import { localDay, voteTime } from '@domain/local-time';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import type { ReviewStanding } from '@domain/review-standing';
import { formatUploadId } from '@domain/upload-id';
import { expertColumns, listedStatus, statusRules } from '@domain/upload-status';

import type { Actor, RepositoryContext } from '../context/context';
import type { Relative } from '../store/revisions';
import type { VoteRecord } from '../store/submissions';
import type { UploadProgress } from '../store/upload-progress';
import { actFactsOf, type BoardState, isOverdue, seatOf } from './board-state';

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
    withdrawal: upload.withdrawnAt ? 'withdrawn' : progress.withdrawal?.askedAt ? 'asked' : null,
    date: localDay(upload.submittedAt ?? upload.createdAt, timeZone),
    datei: file.name,
    title: study.title,
    titleLanguage: describedIn(metadata),
    translatedTitle: firstValueOf(metadata, fieldIds.translatedTitle),
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

/**
 * Both panels as a member of the board may see them. Voting is blind: rating, note and criteria of the other expert are
 * left out as long as `seesVotes` says so.
 */
export function panelViews(
  actor: Actor,
  clock: Pick<RepositoryContext, 'now' | 'settings'>,
  state: BoardState,
  openedAt: Date | null,
): PanelView[] {
  const { upload } = state.submission;
  const facts = actFactsOf(actor, clock, state);
  const mayVote = actRefusal('vote', facts) === null;
  const seesAll = seesVotes(facts);
  // Nobody can vote while the contributor works on requested changes. The time begins anew afterwards.
  const { votable } = statusRules[upload.status];
  return panels.map((nr) => {
    const seat = seatOf(state, nr);
    const vote = state.votes.find(({ panel }) => panel === nr);
    const mine = seat?.expert === actor.subject;
    const editable = mayVote && panelRefusal(facts, nr) === null;
    const shown = vote !== undefined && (mine || seesAll);
    const { timeZone } = clock.settings;
    return {
      id: formatUploadId(upload.number, upload.kind),
      nr,
      email: seat?.email ?? null,
      rating: shown ? vote.rating : null,
      note: shown ? vote.note : null,
      isImpartial: shown ? vote.isImpartial : null,
      criteria: shown ? vote.criteria : {},
      start: startOf(vote, editable ? openedAt : null, timeZone),
      end: vote ? voteTime(vote.endedAt, timeZone) : null,
      version: vote?.version ?? 0,
      mine,
      editable,
      hidden: vote !== undefined && !shown,
      state: vote ? 'voted' : seat ? (seat.acceptedAt ? 'accepted' : 'invited') : 'empty',
      dueAt: vote || !seat || !votable ? null : seat.dueAt.toISOString(),
      isOverdue: votable && seat !== undefined && isOverdue(clock, state, seat, vote !== undefined),
    };
  });
}

function startOf(vote: VoteRecord | undefined, openedAt: Date | null, timeZone: string): string | null {
  const start = vote?.startedAt ?? openedAt;
  return start && voteTime(start, timeZone);
}
