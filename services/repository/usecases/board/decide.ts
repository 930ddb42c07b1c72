import type { EditorialUpload, TieDecision } from '@domain/api/editorial';
import { Refusal } from '@domain/error-codes';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleKeyOf } from '@domain/metadata/validate';

import { findAllowedUpload, lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import {
  dueDay,
  findExperts,
  keepInHistory,
  readBoardState,
  requireAct,
  requireComplete,
} from '../../editorial/board-state';
import { followVotes } from '../../editorial/follow-votes';
import { beginRound } from '../../editorial/panel-seats';
import { viewSubmission } from '../../editorial/view-submission';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import { identicalRefusal } from '../../receiving/take-file';
import { listHolders } from '../../store/board';
import { isBeingCorrected } from '../../store/corrections';
import type { Transaction } from '../../store/database';
import { findIdenticalFile } from '../../store/files';
import { removeLetter } from '../../store/letters';
import { lockContent, lockTitle } from '../../store/locks';
import { listRevisions } from '../../store/revisions';
import { claimTitle, isTitleTaken } from '../../store/studies';
import { claimFiles, setUploadStatus } from '../../store/submissions';
import type { UploadProgress } from '../../store/upload-progress';
import { dropDifference, isVersionTaken } from '../../store/versions';

/**
 * Decides a tie, by a member of the chair without a panel, after both experts have voted twice and given reasons, or
 * when their time is over. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named',
 * 'no-tie', 'chair-votes', 'tie-too-early', 'tie-not-heard', 'reason-missing', 'half-changed' and 'former-withdrawn'.
 */
export async function decideTie(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { rating, reason }: TieDecision,
): Promise<EditorialUpload> {
  const { db, jobs } = repository;
  const view = await db.transaction(async (tx) => {
    const state = await readBoardState(tx, await lockAllowedUpload('decideTie', actor, tx, id));
    const { submission, votes } = state;
    requireAct('decideTie', actor, repository, state);
    requireReason(reason);
    requireComplete(state, rating);
    const status = rating === 1 ? ('Accepted' as const) : ('Rejected' as const);
    await keepInHistory(tx, repository, submission, { act: 'decided-tie', actor, status, content: { rating, reason } });
    await followVotes(tx, repository, submission, { status, votes });
    return viewSubmission(actor, repository, tx, submission.upload.number);
  });
  jobs.nudge();
  return view;
}

/**
 * Opens a rejected submission again, or one whose changes are awaited, by the chair: its votes begin anew, its experts
 * keep their panels. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-member', 'vote-named',
 * 'not-reopenable', 'reason-missing', 'already-revised', 'version-open', 'not-ready' while a corrected file is being read, and
 * 'title-taken' or 'file-identical' if another upload has them by now.
 */
export async function reopenSubmission(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  reason: string,
): Promise<EditorialUpload> {
  const { db, jobs } = repository;
  const before = await findAllowedUpload('reopenSubmission', actor, db, id);
  const view = await db.transaction(async (tx) => {
    await lockContent(tx, before.file.sha256);
    await lockTitle(tx, titleKeyOf(firstValueOf(before.study.metadata, fieldIds.title)));
    const state = await readBoardState(tx, await lockAllowedUpload('reopenSubmission', actor, tx, id));
    const { submission } = state;
    const { number, status } = submission.upload;
    requireAct('reopen', actor, repository, state);
    requireReason(reason);
    if (status === 'Rejected') await claimAgain(tx, repository, actor, submission);
    // It would replace the file that the experts see.
    else if (await isBeingCorrected(tx, number)) throw new Refusal('not-ready');
    // The contributor may have changed something since.
    else await dropDifference(tx, number);
    await beginRound(tx, repository, submission);
    await removeLetter(tx, number);
    await setUploadStatus(tx, number, { status: 'Submitted', decidedAt: null });
    const act = { act: 'reopened' as const, actor, status: 'Submitted' as const, content: { reason } };
    await keepInHistory(tx, repository, submission, act);
    await jobs.enqueue(tx, 'register-doi', { upload: number });
    await findExperts(tx, repository, number);
    const holders = await listHolders(tx, number);
    const contributor = await findOwner(tx, submission);
    await enqueueMails(tx, repository, submission, [
      { kind: 'handedIn', people: holders, due: dueDay(repository) },
      { kind: 'reviewReopened', people: contributor, letter: reason },
    ]);
    return viewSubmission(actor, repository, tx, number);
  });
  jobs.nudge();
  return view;
}

/** A rejected submission had released its title and file. */
async function claimAgain(
  tx: Transaction,
  { settings }: RepositoryContext,
  actor: Actor,
  { upload, study, file }: UploadProgress,
): Promise<void> {
  const revision = (await listRevisions(tx, [upload.number])).get(upload.number);
  if (revision && revision.status !== 'Rejected') throw new Refusal('already-revised');
  if (upload.series !== null && (await isVersionTaken(tx, upload.series, upload.version)))
    throw new Refusal('version-open');
  if (study.titleKey !== null && (await isTitleTaken(tx, study.titleKey, [study.id]))) throw new Refusal('title-taken');
  const identical = await findIdenticalFile(tx, file.sha256, upload);
  if (identical) throw identicalRefusal(actor.subject, identical, settings);
  await claimTitle(tx, study.id);
  await claimFiles(tx, upload.number);
}
