import { panels } from '@domain/limits';
import { statusRules } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { type BoardState, readBoardState, seatOf } from '../../editorial/board-state';
import { readCloseness, readExpertFacts } from '../../editorial/expert-facts';
import { isChair } from '../../context/policy';
import { invite } from '../../editorial/panel-seats';
import { mailChairs } from '../../mail/mail-chairs';
import type { Transaction } from '../../store/database';
import { lockAssignments, lockUploads } from '../../store/locks';
import type { Person } from '../../store/people';
import { findUploadProgress } from '../../store/upload-progress';

/**
 * Job 'assign-experts': invites an expert to each empty panel of a submission, if experts are invited automatically.
 * Left out is who may not vote on it, is away, has an institution or data sets in common with its authors, or declined
 * or lost a panel of it. Of the others, whoever was asked least is invited, and of several those first whose topics fit.
 * If nobody is left, or experts are invited by the chair and may not take panels, the chair gets a mail, unless the job
 * `isRepeated` because nobody was left before. Does nothing while nothing is to be voted on.
 */
export async function assignExperts(
  repository: RepositoryContext,
  { upload, isRepeated = false }: { upload: number; isRepeated?: boolean },
): Promise<void> {
  const { db, jobs, settings } = repository;
  await db.transaction(async (tx) => {
    // One at a time, so that the second one knows whom the first one has invited.
    await lockAssignments(tx);
    await lockUploads(tx, [upload]);
    const submission = await findUploadProgress(tx, upload);
    if (!submission || !statusRules[submission.upload.status].votable) return;
    const state = await readBoardState(tx, submission);
    const empty = panels.filter((panel) => !seatOf(state, panel));
    const isAutomatic = settings.board.assignment === 'automatic';
    const ranked = isAutomatic && empty.length > 0 ? await rankExperts(tx, repository, state) : [];
    const invited = ranked.slice(0, empty.length);
    for (const [at, expert] of invited.entries()) {
      await invite(tx, repository, state, { panel: empty[at]!, expert, by: null });
    }
    if (invited.length === empty.length || (!isAutomatic && settings.board.hasOpenPanels)) return;
    if (!isRepeated) await mailChairs(tx, repository, submission, { kind: 'expertsNeeded' });
  });
  jobs.nudge();
}

/** Experts who may be invited, the best one first, and the chair last: whoever has a panel cannot decide its tie. */
async function rankExperts(tx: Transaction, repository: RepositoryContext, state: BoardState): Promise<Person[]> {
  const facts = await readExpertFacts(tx, repository, state);
  const closeness = await readCloseness(tx, state, facts);
  const isClose = ({ subject }: Person) => {
    const common = closeness.get(subject);
    return common !== undefined && (common.institution !== null || common.dataSets.length > 0);
  };
  return facts
    .filter(({ person, relation, isAway }) => relation === 'free' && !isAway && !isClose(person))
    .sort(
      (a, b) =>
        Number(isChair(a.person)) - Number(isChair(b.person)) ||
        a.load - b.load ||
        b.fits.length - a.fits.length ||
        a.person.subject.localeCompare(b.person.subject),
    )
    .map(({ person }) => person);
}
