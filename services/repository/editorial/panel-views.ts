import type { PanelView } from '@domain/api/editorial';
import { type PanelNumber, panels } from '@domain/limits';
import { voteTime } from '@domain/local-time';
import type { UploadId } from '@domain/upload-id';
import { statusRules, type UploadStatus } from '@domain/upload-status';

import type { VoteRecord } from '../store/submissions';

export interface PanelFacts {
  id: UploadId;
  status: UploadStatus;
  /** When the asking expert opened the upload first. */
  openedAt: Date | null;
  votes: readonly VoteRecord[];
}

/**
 * Both panels as an expert of the board may see them. Voting is blind: rating and note of the other expert are left
 * out until this one has voted, or it is decided (design section 3).
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
