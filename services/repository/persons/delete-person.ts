import { randomUUID } from 'node:crypto';

import { formerSubject } from '@domain/former-person';
import { isUnderReview } from '@domain/upload-status';

import type { RepositoryContext } from '../context/context';
import type { JobQueue } from '../context/job-queue';
import { lockStudyOf } from '../corrections/lock-study';
import { withdrawProposal } from '../corrections/withdraw-proposal';
import { readBoardState } from '../editorial/board-state';
import { emptyPanel, replaceExpert } from '../editorial/empty-panel';
import { forgetFiguresOfPeople } from '../figures/kept-figures';
import { composeDeletedMail } from '../mail/account-mail';
import { removeUnclaimed } from '../receiving/parts';
import { eraseUpload, leaveUpload, type LeavingPerson, removeSources } from './erase-upload';
import type { Queryable } from '../store/database';
import {
  deleteJobsAbout,
  deleteMailsNaming,
  deleteOwnRows,
  deletePersonRow,
  hidePerson,
  listAbandonedSources,
  listOpenSeatsOf,
  listPartsOf,
  listUploadsOf,
  lockPerson,
  openHistory,
  replacePerson,
  takeNamesFromHistory,
} from '../store/forget-person';
import type { JobData } from '../store/jobs';
import { lockUploads } from '../store/locks';
import { findProposal, listProposalsOf, removeProposal } from '../store/metadata-corrections';
import { deletePart } from '../store/parts';
import { addPeople, findPeople } from '../store/people';
import { findUploadProgress } from '../store/upload-progress';

/** Whose account is deleted: `subject` is the `sub` of their tokens, the others are for the mail that tells them. */
export type PersonToDelete = Omit<JobData['delete-person'], 'former'>;

/**
 * Begins to delete a person, in the transaction that deletes their account: nobody sees them from its end on, and they
 * get no more mail. The rest is the job 'delete-person'. Works with any connection to the database. Calling it for
 * somebody who is being deleted does no harm.
 */
export async function beginDeletion(
  tx: Pick<Queryable, 'execute' | 'insert' | 'update'>,
  { jobs, now }: { jobs: Pick<JobQueue, 'enqueue'>; now: () => Date },
  person: PersonToDelete,
): Promise<void> {
  const former = formerSubject(randomUUID());
  // Who has never called may have been invited by others.
  await addPeople(tx, [{ ...person, roles: [] }], now());
  await hidePerson(tx, { subject: person.subject, former }, now());
  await jobs.enqueue(tx, 'delete-person', { ...person, former });
}

/**
 * Job 'delete-person': deletes everything that the repository keeps about a person, or puts a subject without a person in
 * their place (docs/personal-data.md). Each step is a transaction that does nothing the second time, so the job may
 * be killed and run again at any moment. Sends a mail at the end.
 */
export async function deletePerson(
  repository: RepositoryContext,
  person: JobData['delete-person'],
  signal: AbortSignal,
): Promise<void> {
  do {
    signal.throwIfAborted();
    await hidePerson(repository.db, person, repository.now());
    // Before the experts are told which submission is gone: a title may contain the name.
    await deleteMailsNaming(repository.db, await knownMarks(repository.db, person));
    await giveBackPanels(repository, person, signal);
    await removeParts(repository, person);
    await withdrawProposals(repository, person);
    for (const { number, nr } of await listUploadsOf(repository.db, person.subject)) {
      signal.throwIfAborted();
      await (nr === null ? eraseUpload : leaveUpload)(repository, number, person);
    }
    const { knownAs } = await knownMarks(repository.db, person);
    await repository.mail.forget(knownAs.filter((mark) => mark.includes('@')));
    // A request that had begun before may have stored something in the meantime.
  } while (!(await forgetPerson(repository, person)));
  await removeAbandonedSources(repository, signal);
  repository.jobs.nudge();
}

/**
 * Removes originals of public uploads whose contributors have deleted their accounts, also of those that were under an
 * embargo then. Called by the job, at the start of the server and once a day.
 */
export async function removeAbandonedSources(repository: RepositoryContext, signal: AbortSignal): Promise<void> {
  for (const number of await listAbandonedSources(repository.db)) {
    signal.throwIfAborted();
    await removeSources(repository, number);
  }
}

/** Panels of submissions that are not decided go to other experts. A vote there stays in the history only. */
async function giveBackPanels(
  repository: RepositoryContext,
  { subject, former }: LeavingPerson,
  signal: AbortSignal,
): Promise<void> {
  const actor = { subject: former, name: '', email: '', roles: [] };
  for (const { upload, panel } of await listOpenSeatsOf(repository.db, subject)) {
    signal.throwIfAborted();
    await repository.db.transaction(async (tx) => {
      await lockUploads(tx, [upload]);
      const submission = await findUploadProgress(tx, upload);
      if (!submission || !isUnderReview(submission.upload.status)) return;
      const state = await readBoardState(tx, submission);
      if (!state.seats.some((seat) => seat.panel === panel && seat.expert === subject)) return;
      await emptyPanel(tx, repository, state, { panel, actor });
      const after = await findUploadProgress(tx, upload);
      if (after) await replaceExpert(tx, repository, after, actor);
    });
  }
}

async function removeParts(repository: RepositoryContext, { subject }: LeavingPerson): Promise<void> {
  const { db, parts } = repository;
  for (const id of await listPartsOf(db, subject)) {
    await deletePart(db, id);
    await parts.remove(id);
    await removeUnclaimed(repository, id);
  }
}

/** Withdraws corrections that wait for consent, also of uploads that others own. */
async function withdrawProposals(repository: RepositoryContext, { subject, former }: LeavingPerson): Promise<void> {
  for (const { study, upload } of await listProposalsOf(repository.db, subject)) {
    await repository.db.transaction(async (tx) => {
      const locked = await lockStudyOf(tx, upload);
      const proposal = await findProposal(tx, study);
      if (proposal?.proposer !== subject) return;
      // Without a study that it could be about there is no history to tell of it.
      if (locked?.study.id !== study) return removeProposal(tx, study);
      await withdrawProposal(tx, repository, { locked, proposal, actor: { subject: former } });
    });
  }
}

/** All names and addresses that somebody has had, as far as they are known. */
async function knownMarks(
  db: Queryable,
  { subject, name, email, otherAddresses }: JobData['delete-person'],
): Promise<{ knownAs: string[] }> {
  const known = (await findPeople(db, [subject])).get(subject)?.knownAs ?? [];
  return { knownAs: [...new Set([...known, name, email, ...otherAddresses])] };
}

/** Returns false if there is something again that an earlier step deals with. */
async function forgetPerson(repository: RepositoryContext, leaving: JobData['delete-person']): Promise<boolean> {
  const { db, jobs } = repository;
  const { subject, former } = leaving;
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, subject);
    const isLeft =
      (await listUploadsOf(tx, subject)).length > 0 ||
      (await listPartsOf(tx, subject)).length > 0 ||
      (await listProposalsOf(tx, subject)).length > 0 ||
      (await listOpenSeatsOf(tx, subject)).length > 0;
    if (isLeft) return false;
    // The job has been killed after its last step.
    if (!person) return true;
    const known = { ...person, ...(await knownMarks(tx, leaving)) };
    await deleteOwnRows(tx, known);
    await deleteJobsAbout(tx, known);
    await openHistory(tx);
    await takeNamesFromHistory(tx, known);
    await forgetFiguresOfPeople(tx);
    await replacePerson(tx, { subject, former });
    await deletePersonRow(tx, subject);
    const mail = composeDeletedMail({ ...leaving, language: leaving.language ?? person.language });
    if (mail) await jobs.enqueue(tx, 'send-mail', mail);
    return true;
  });
}
