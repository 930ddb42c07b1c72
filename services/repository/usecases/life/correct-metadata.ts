import type { MetadataEntry } from '@domain/api/metadata';
import type { CorrectionOutcome, CorrectionState, NewCorrection } from '@domain/api/metadata-corrections';
import { Refusal } from '@domain/error-codes';
import { correctionRefusal, fixedFields, type SplitCorrection, splitCorrection } from '@domain/life/corrections';
import { maxCorrectionsADay, minCommentCharacters } from '@domain/limits';
import { aDayBefore } from '@domain/local-time';
import { cleanEntries, firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleKeyOf, validateMetadata } from '@domain/metadata/validate';
import { formatUploadId } from '@domain/upload-id';

import { type ExpectedTags, metadataTag, refuseOverwriting } from '../../content-tag';
import { findAllowedUpload, isContributorSide, listAllowedRows } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { findAgreedAuthors } from '../../corrections/agreed-authors';
import { applyCorrection } from '../../corrections/apply-correction';
import { listJudges } from '../../corrections/judges';
import { findParts, lockAllowedStudy, type LockedStudy } from '../../corrections/lock-study';
import { viewProposal } from '../../corrections/view-proposal';
import { withdrawProposal } from '../../corrections/withdraw-proposal';
import { keepInHistory } from '../../editorial/board-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { formFields, topFieldOf } from '../../metadata/schema';
import type { Queryable, Transaction } from '../../store/database';
import { lockDailyLimits, lockTitle } from '../../store/locks';
import { findOther } from '../../store/people';
import {
  addProposal,
  type CorrectionProposal,
  countCorrections,
  findProposal,
  listCorrectionActs,
} from '../../store/metadata-corrections';
import type { UploadProgress } from '../../store/upload-progress';

/**
 * The metadata of an accepted data set for its correction by the contributor, with what waits for consent. Refuses with
 * 'not-found', 'not-accepted' and 'data-set-withdrawn'.
 */
export async function findMetadataCorrection(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
): Promise<CorrectionState> {
  const { upload, study } = await findAllowedUpload('findMetadataCorrection', actor, db, id);
  requireCorrectable(upload);
  const { accepted, reviewed } = await findParts(db, upload.number);
  const proposal = await findProposal(db, study.id);
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr ?? 0,
    metadata: study.metadata,
    dataSets: accepted.filter((one) => isContributorSide(actor, one)).map(dataSetOf),
    reviewed: reviewed.filter((one) => isContributorSide(actor, one)).map(dataSetOf),
    proposal: proposal && viewProposal(proposal),
    declined: proposal ? null : await findDeclined(db, upload.number),
  };
}

function dataSetOf({ upload, file }: UploadProgress): CorrectionState['dataSets'][number] {
  return { id: formatUploadId(upload.number, upload.kind), nr: upload.nr, fileName: file.name };
}

/** The last proposal, if it was declined. What is applied at once has none. */
async function findDeclined(db: Queryable, upload: number): Promise<CorrectionState['declined']> {
  const acts = await listCorrectionActs(db, upload, ['proposed-correction', 'withdrew-correction']);
  const last = acts.findLast(({ act }) => act !== 'corrected');
  if (last?.act !== 'declined-correction') return null;
  return { at: last.at.toISOString(), reason: last.content.reason ?? '', changes: last.content.changes ?? [] };
}

function requireCorrectable(upload: UploadProgress['upload']): void {
  const refusal = correctionRefusal(upload);
  if (refusal) throw new Refusal(refusal);
}

/**
 * Corrects the metadata of the accepted data sets of a study, by their contributor: at once what only describes them,
 * the rest is proposed to the board. Refuses with 'not-found', 'right-missing' (also for a co-author of only one of
 * them), 'not-same-owner', 'not-accepted', 'data-set-withdrawn', 'saved-elsewhere' if the stored metadata has none of
 * the tags `expected`, 'metadata-invalid', 'title-taken', 'field-fixed', 'nothing-corrected', 'correction-note-missing',
 * 'proposal-open' if what waits for consent concerns the same fields or something else would have to wait, and
 * 'too-many-corrections'.
 */
export async function correctMetadata(
  actor: Actor,
  repository: RepositoryContext,
  { id, metadata: typed, note }: NewCorrection & { id: string },
  expected: ExpectedTags = null,
): Promise<CorrectionOutcome> {
  const { db, jobs } = repository;
  const outcome = await db.transaction(async (tx) => {
    await lockTitle(tx, titleKeyOf(firstValueOf(typed, fieldIds.title)));
    const { own, locked } = await lockAllowedStudy('correctMetadata', actor, tx, id);
    requireCorrectable(own.upload);
    // The metadata is that of all of them.
    const rows = locked.accepted.map(({ upload }) => upload);
    const allowed = await listAllowedRows('correctMetadata', actor, tx, rows);
    if (allowed.length < rows.length) throw new Refusal('right-missing');
    if (locked.accepted.some(({ upload }) => upload.owner !== own.upload.owner)) throw new Refusal('not-same-owner');
    const { study } = locked;
    const last = { at: study.savedAt, by: await findOther(tx, actor, study.savedBy) };
    refuseOverwriting(metadataTag(study.metadata), expected, last);
    const split = await readCorrection(tx, locked, typed);
    if (note.length < minCommentCharacters) throw new Refusal('correction-note-missing');
    const proposal = await findProposal(tx, study.id);
    if (proposal) requireApart(proposal, split);
    const { atOnce, waiting } = split;
    const atOneTime = await beginCorrection(tx, repository, actor);
    if (atOnce.length > 0) {
      const facts = new Map();
      await applyCorrection(tx, atOneTime, locked, { changes: atOnce, note, act: 'corrected', actor, facts });
    }
    if (waiting.length > 0) await propose(tx, atOneTime, { locked, own, actor, note, waiting });
    return { applied: atOnce.map(({ field }) => field), proposed: waiting.map(({ field }) => field) };
  });
  jobs.nudge();
  return outcome;
}

/** What a valid correction changes. Fields that are not corrected keep their values, if they are left out. */
async function readCorrection(
  tx: Transaction,
  locked: LockedStudy,
  typed: readonly MetadataEntry[],
): Promise<SplitCorrection> {
  const current = locked.study.metadata;
  const isKept = (id: number) => fixedFields.includes(id) && !typed.some((entry) => entry.id === id);
  const whole = [...typed, ...current.filter((entry) => isKept(entry.id))];
  const errors = validateMetadata(formFields('en'), whole);
  if (errors.length > 0) throw new Refusal('metadata-invalid', {}, { errors });
  const corrected = cleanEntries(formFields('en'), whole);
  const agreedAuthors = await findAgreedAuthors(tx, locked);
  const split = splitCorrection({ current, corrected, agreedAuthors }, topFieldOf);
  if (split.fixed.length > 0) throw new Refusal('field-fixed');
  if (split.atOnce.length + split.waiting.length === 0) throw new Refusal('nothing-corrected');
  return split;
}

/** One proposal at a time, and what waits stays as it is until then. */
function requireApart(proposal: CorrectionProposal, { atOnce, waiting }: SplitCorrection): void {
  const touched = atOnce.filter(({ field }) => proposal.changes.some((change) => change.field === field));
  const fields = [...waiting, ...touched].map(({ field }) => field);
  if (fields.length > 0) throw new Refusal('proposal-open', {}, { fields });
}

/**
 * Refuses with 'too-many-corrections'. Returns the repository with its clock stopped, because all entries of histories
 * that have one time are counted as one correction.
 */
async function beginCorrection(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
): Promise<RepositoryContext> {
  await lockDailyLimits(tx, actor.subject);
  const at = repository.now();
  const made = await countCorrections(tx, actor.subject, aDayBefore(at));
  if (made >= maxCorrectionsADay) throw new Refusal('too-many-corrections', { max: maxCorrectionsADay });
  return { ...repository, now: () => at };
}

interface Proposal {
  locked: LockedStudy;
  own: UploadProgress;
  actor: Actor;
  note: string;
  waiting: SplitCorrection['waiting'];
}

async function propose(
  tx: Transaction,
  repository: RepositoryContext,
  { locked, own, actor, note, waiting }: Proposal,
): Promise<void> {
  const { study, accepted, reviewed } = locked;
  await addProposal(tx, {
    study: study.id,
    upload: own.upload.number,
    proposer: actor.subject,
    note,
    changes: waiting,
    proposedAt: repository.now(),
  });
  for (const member of accepted) {
    const content = { note, changes: waiting };
    await keepInHistory(tx, repository, member, { act: 'proposed-correction', actor, content });
  }
  const people = await listJudges(tx, repository, { study, accepted, reviewed, changes: waiting });
  await enqueueMails(tx, repository, own, [{ kind: 'correctionProposed', people }]);
}

/** Withdraws what waits for consent, by the contributor. Refuses with 'not-found' and 'no-proposal'. */
export async function withdrawCorrection(actor: Actor, repository: RepositoryContext, id: string): Promise<void> {
  await repository.db.transaction(async (tx) => {
    const { locked } = await lockAllowedStudy('withdrawCorrection', actor, tx, id);
    const proposal = await findProposal(tx, locked.study.id);
    if (!proposal) throw new Refusal('no-proposal');
    await withdrawProposal(tx, repository, { locked, proposal, actor });
  });
}
