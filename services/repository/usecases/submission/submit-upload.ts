import type { NamedBlocker, SubmitOrder } from '@domain/api/submission';
import { unansweredPoints } from '@domain/board/answers';
import type { HistoryContent } from '@domain/board/history';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { maxSubmissionsADay, panels } from '@domain/limits';
import { submissionRefusal } from '@domain/submission';
import { aDayBefore, localDay } from '@domain/local-time';
import { formatUploadId, parseUploadId, type UploadId } from '@domain/upload-id';
import { type UploadStatus, withdrawRefusal } from '@domain/upload-status';

import { findAllowedUpload, listAllowedRows, lockAllowedUpload, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { dueDay, findExperts, keepInHistory } from '../../editorial/board-state';
import { listExperts } from '../../context/list-experts';
import { replaceExpert } from '../../editorial/empty-panel';
import { beginRound } from '../../editorial/panel-seats';
import { enqueueMails } from '../../mail/enqueue-mails';
import { listActs, listChangeRequests, listHolders } from '../../store/board';
import { RetryTransaction, type Transaction } from '../../store/database';
import { lockStudies, lockTitle, lockUploads } from '../../store/locks';
import { findPeople, keepAskedExperts } from '../../store/people';
import { claimTitle, findTitleKey, keepNamed } from '../../store/studies';
import { submissionVersion } from '../../store/submission-version';
import { listVotes, setUploadStatus } from '../../store/submissions';
import { listUploadProgress, type UploadProgress } from '../../store/upload-progress';
import { listNewVersions } from '../../store/versions';
import { findSubmissionBlockers, describeBlockers } from '../../submission/blockers';
import { findPersonsDifference } from '../../submission/count-upload-persons';
import { takeOutOfReview } from '../../submission/take-out-of-review';
import { keepVersion, prepareVersions } from '../../versions/submit-version';

/**
 * Submits an upload, together with the uploads of its study in `withUploads`: all of them or none. Refuses with
 * 'not-found' for uploads of other users, 'bad-request' for uploads of another study, 'already-submitted', the code of
 * `submissionRefusal` with everything that is missing as `errors`, and 'review-outdated' if an upload has changed since
 * the user reviewed it, 'persons-differ' if differing numbers of persons are not confirmed, 'too-many-submissions', and
 * for new versions like `keepVersion`. The jobs for DOI drafts and mails are enqueued in the same transaction, so that they exist exactly if
 * the submission does.
 */
export async function submitUpload(
  actor: Actor,
  repository: RepositoryContext,
  { id, version, withUploads: also = [], personsConfirmed, news }: { id: string } & SubmitOrder,
  language: Language,
): Promise<{ id: UploadId; status: UploadStatus }> {
  const { db, jobs, now, settings } = repository;
  // The specification sends no confirmation, and none is asked of its clients.
  if (personsConfirmed === false) await refuseDifference(actor, repository, id);
  const wanted = new Map([...also.map((one) => [one.id, one.version] as const), [id, version] as const]);
  await prepareVersions(repository, actor, [...wanted.keys()]);
  await db.transaction(async (tx) => {
    const uploads = await lockToSubmit(tx, actor, [...wanted.keys()]);
    if (uploads.some(({ flags }) => flags.submitted)) throw new Refusal('already-submitted');
    await refuseIncomplete(tx, uploads, { today: localDay(now(), settings.timeZone), language });
    await refuseOutdated(tx, uploads, wanted);
    for (const progress of uploads) await keepVersion(tx, progress, news);
    for (const progress of uploads) {
      // The question is asked for the upload of the form alone.
      const isAsked = formatUploadId(progress.upload.number, progress.upload.kind) === id;
      const told = isAsked && personsConfirmed ? { arePersonsRight: true as const } : {};
      await submitOne(tx, actor, repository, progress, told);
    }
    for (const study of new Set(uploads.map((one) => one.study.id))) await claimTitle(tx, study);
  });
  jobs.nudge();
  return { id: id as UploadId, status: 'Submitted' };
}

/** Before the transaction, because the rows may have to be counted. A later change makes the version outdated. */
async function refuseDifference(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  const progress = await findAllowedUpload('submitUpload', actor, repository.db, id);
  const differs = progress.flags.submitted ? null : await findPersonsDifference(repository, progress);
  if (differs) throw new Refusal('persons-differ', { ...differs });
}

/** Locks uploads, their study and its title, so that nothing changes while the submission is checked. */
async function lockToSubmit(tx: Transaction, actor: Actor, ids: string[]): Promise<UploadProgress[]> {
  const numbers = ids.flatMap((id) => parseUploadId(id)?.number ?? []);
  const title = await findTitleKey(tx, numbers);
  if (title !== null) await lockTitle(tx, title);
  // Of a new version also the one that it continues, so that this one is not withdrawn meanwhile.
  const continued = await listNewVersions(tx, numbers);
  const rows = await lockUploads(tx, [...numbers, ...continued.map(({ former }) => former)]);
  const own = rows.filter(({ number, kind }) => ids.includes(formatUploadId(number, kind)));
  if (own.length < ids.length) throw new Refusal('not-found');
  if ((await listAllowedRows('submitUpload', actor, tx, own)).length < own.length) throw new Refusal('not-found');
  const studies = await lockStudies(tx, [...new Set(own.map(({ study }) => study))]);
  if (studies.length > 1) throw new Refusal('bad-request');
  // The title changed between the two locks, so the wrong one is locked.
  if (studies.some(({ titleKey }) => titleKey !== title)) throw new RetryTransaction();
  return listUploadProgress(
    tx,
    own.map(({ number }) => number),
  );
}

async function refuseIncomplete(
  tx: Transaction,
  uploads: UploadProgress[],
  { today, language }: { today: string; language: Language },
): Promise<void> {
  const missing: NamedBlocker[] = [];
  for (const progress of uploads) {
    const { number, kind } = progress.upload;
    const blockers = await findSubmissionBlockers(tx, progress, today);
    missing.push(...describeBlockers(formatUploadId(number, kind), blockers, progress.study.metadata, language));
  }
  const code = submissionRefusal(missing);
  if (code) throw new Refusal(code, {}, { errors: missing });
}

async function refuseOutdated(
  tx: Transaction,
  uploads: UploadProgress[],
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  for (const progress of uploads) {
    const version = wanted.get(formatUploadId(progress.upload.number, progress.upload.kind));
    if (version === undefined || version === (await submissionVersion(tx, progress))) continue;
    throw new Refusal('review-outdated');
  }
}

/** The upload is locked, so its submissions are counted one after the other. */
async function refuseTooOften(tx: Transaction, { now }: RepositoryContext, upload: number): Promise<void> {
  const since = aDayBefore(now());
  const made = (await listActs(tx, upload)).filter(({ entry: { act, at } }) => act === 'submitted' && at > since);
  if (made.length >= maxSubmissionsADay) throw new Refusal('too-many-submissions', { max: maxSubmissionsADay });
}

async function submitOne(
  tx: Transaction,
  actor: Actor,
  repository: RepositoryContext,
  progress: UploadProgress,
  told: HistoryContent,
): Promise<void> {
  const { number, status } = progress.upload;
  const isAgain = status === 'ChangesRequested';
  if (isAgain) await handIn(tx, actor, repository, progress, told);
  else {
    await refuseTooOften(tx, repository, number);
    await keepInHistory(tx, repository, progress, { act: 'submitted', actor, status: 'Submitted', content: told });
  }
  await setUploadStatus(tx, number, { status: 'Submitted', submittedAt: repository.now() });
  await keepNamed(tx, progress.study);
  await repository.jobs.enqueue(tx, 'register-doi', { upload: number });
  if (isAgain) return;
  await findExperts(tx, repository, number);
  await askExperts(tx, repository, progress);
  // The owner, and the co-author who submitted it.
  const { owner } = progress.upload;
  const people = owner === actor.subject ? [actor] : [...(await findPeople(tx, [owner])).values(), actor];
  await enqueueMails(tx, repository, progress, [{ kind: 'submitted', people }]);
}

/** Asks the experts to vote, and the chair to invite them, where neither is automatic and experts take empty panels. */
async function askExperts(tx: Transaction, repository: RepositoryContext, progress: UploadProgress): Promise<void> {
  const { assignment, hasOpenPanels } = repository.settings.board;
  const isAsking = assignment === 'chair' && hasOpenPanels;
  const board = isAsking ? await listExperts(tx, repository) : [];
  const asked = board.filter((expert) => standingOf(expert, progress) === 'board');
  await keepAskedExperts(tx, progress.upload.number, asked);
  await enqueueMails(tx, repository, progress, [
    { kind: 'voteNeeded', people: asked.filter((expert) => !isChair(expert)) },
    { kind: 'expertsNeeded', people: asked.filter((expert) => isChair(expert)) },
  ]);
}

/** A submission whose changes were requested goes to the same experts again. Their former votes stay in the history. */
async function handIn(
  tx: Transaction,
  actor: Actor,
  repository: RepositoryContext,
  progress: UploadProgress,
  told: HistoryContent,
): Promise<void> {
  const { number } = progress.upload;
  const open = (await listChangeRequests(tx, number)).find(({ closedAt }) => closedAt === null);
  const answers = open?.answers ?? [];
  if (unansweredPoints(answers).length > 0) throw new Refusal('answers-missing');
  await beginRound(tx, repository, progress);
  const content = { ...told, answers };
  await keepInHistory(tx, repository, progress, { act: 'handed-in', actor, status: 'Submitted', content });
  const holders = await listHolders(tx, number);
  // Whoever is named by now may not vote any more.
  const people = holders.filter((holder) => standingOf(holder, progress) === 'board');
  await enqueueMails(tx, repository, progress, [{ kind: 'handedIn', people, due: dueDay(repository) }]);
  if (holders.length < panels.length) await replaceExpert(tx, repository, progress, null);
}

/**
 * Withdraws a submission before the first vote, or while changes are requested. All entries and the title are kept. The lock of the upload makes sure
 * that of a withdrawal and a vote at the same time only one happens. The same transaction enqueues jobs that delete
 * the draft of the DOI and e-mail the experts who were asked to vote. Refuses with 'not-found', 'not-submitted',
 * 'already-voted' and 'already-decided'.
 */
export async function withdrawUpload(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
): Promise<{ id: UploadId; status: UploadStatus }> {
  const { db, jobs } = repository;
  const withdrawn = await db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('withdrawUpload', actor, tx, id);
    const { number, kind, status } = progress.upload;
    const refusal = withdrawRefusal(status, (await listVotes(tx, [number])).length);
    if (refusal) throw new Refusal(refusal);
    await takeOutOfReview(tx, repository, progress, actor);
    return { id: formatUploadId(number, kind), status: 'Uploaded' as const };
  });
  jobs.nudge();
  return withdrawn;
}
