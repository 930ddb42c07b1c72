import type { CorrectionDecision, CorrectionToJudge, WaitingCorrection } from '@domain/api/metadata-corrections';
import { Refusal } from '@domain/error-codes';
import { correctionRefusal, stillApply, withChanges } from '@domain/life/corrections';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import { titleKeyOf, validateMetadata } from '@domain/metadata/validate';
import { Outage } from '@domain/outage';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import { applyCorrection } from '../../corrections/apply-correction';
import { FactsMissing, type FactsOfData, readFacts } from '../../corrections/facts-of-data';
import { listJudged, requireJudge } from '../../corrections/judges';
import { findParts, lockAllowedStudy, type LockedStudy } from '../../corrections/lock-study';
import { viewProposal } from '../../corrections/view-proposal';
import { keepInHistory } from '../../editorial/board-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwnerAnd } from '../../mail/mail-recipients';
import { formFields, topFieldOf } from '../../metadata/schema';
import type { Transaction } from '../../store/database';
import { lockTitle } from '../../store/locks';
import { type CorrectionProposal, findProposal, removeProposal } from '../../store/metadata-corrections';

/** Corrections that wait for the actor's consent, in the order in which they were proposed. */
export async function listWaitingCorrections(actor: Actor, { db }: RepositoryContext): Promise<WaitingCorrection[]> {
  return (await listJudged(actor, db)).map(({ about: { upload, study, file } }) => ({
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    fileName: file.name,
    title: study.title,
  }));
}

/**
 * The correction of a study that waits for consent, for those who may give it. Refuses with 'forbidden', 'not-found',
 * 'vote-own-upload', 'vote-member', 'vote-named' and 'not-reviewed'.
 */
export async function readCorrectionToJudge(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
): Promise<CorrectionToJudge> {
  const { upload, study, file } = await findAllowedUpload('readCorrectionToJudge', actor, db, id);
  const parts = await findParts(db, upload.number);
  const proposal = await findProposal(db, study.id);
  await requireJudge(actor, db, { study, ...parts, changes: proposal?.changes ?? [] });
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    fileName: file.name,
    title: study.title ?? '',
    titleLanguage: describedIn(study.metadata),
    proposal: proposal && viewProposal(proposal),
  };
}

/**
 * Consents to a correction, which is then applied, or declines it with a reason that the contributor gets. Refuses like
 * `readCorrectionToJudge`, with 'no-proposal' if it was withdrawn or somebody else was first, 'proposal-changed' if it
 * is not the one that was seen, 'data-set-withdrawn', 'reason-missing', 'title-taken', 'metadata-invalid' if the rules
 * have changed, and 'rows-missing' if what is told of the data has to be read and the store has lost it. Throws an Outage
 * if it was overtaken by publications ten times.
 */
export async function judgeCorrection(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  decision: CorrectionDecision,
): Promise<void> {
  // Each round lost against a publication of the study, of which there are few.
  for (let round = 1; ; round += 1) {
    try {
      return await judgeOnce(actor, repository, id, decision);
    } catch (error) {
      if (!(error instanceof FactsMissing)) throw error;
      if (round >= maxRounds) throw new Outage('A correction met publications of its study again and again.');
    }
  }
}

const maxRounds = 10;

async function judgeOnce(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  decision: CorrectionDecision,
): Promise<void> {
  const { db, jobs } = repository;
  const { upload, study } = await findAllowedUpload('judgeCorrection', actor, db, id);
  const parts = await findParts(db, upload.number);
  const seen = await findProposal(db, study.id);
  await requireJudge(actor, db, { study, ...parts, changes: seen?.changes ?? [] });
  const facts = seen && decision.consents ? await readFacts(repository, parts.accepted, seen.changes) : new Map();
  await db.transaction((tx) => decide(tx, repository, { actor, id, decision, seen, facts }));
  jobs.nudge();
}

interface Judgement {
  actor: Actor;
  id: string;
  decision: CorrectionDecision;
  /** The proposal before anything was locked. */
  seen: CorrectionProposal | null;
  facts: FactsOfData;
}

async function decide(
  tx: Transaction,
  repository: RepositoryContext,
  { actor, id, decision, seen, facts }: Judgement,
): Promise<void> {
  const title = titleIn(seen);
  if (title !== '') await lockTitle(tx, titleKeyOf(title));
  const { locked } = await lockAllowedStudy('judgeCorrection', actor, tx, id);
  const { study } = locked;
  const proposal = await findProposal(tx, study.id);
  await requireJudge(actor, tx, { ...locked, changes: proposal?.changes ?? [] });
  if (!proposal) throw new Refusal('no-proposal');
  if (proposal.version !== decision.version || proposal.version !== seen?.version)
    throw new Refusal('proposal-changed');
  if (decision.consents) await consent(tx, repository, locked, { proposal, actor, facts });
  else await decline(tx, repository, locked, { proposal, actor, reason: decision.reason });
}

/** Title that a study will have; '' if it stays. */
function titleIn(proposal: CorrectionProposal | null): string {
  return firstValueOf(proposal?.changes.flatMap(({ after }) => after) ?? [], fieldIds.title);
}

async function consent(
  tx: Transaction,
  repository: RepositoryContext,
  locked: LockedStudy,
  { proposal, actor, facts }: { proposal: CorrectionProposal; actor: Actor; facts: FactsOfData },
): Promise<void> {
  const { metadata } = locked.study;
  const { changes, note } = proposal;
  // One that was withdrawn is corrected with the others of its study, but not by itself.
  const refusals = locked.accepted.map(({ upload }) => correctionRefusal(upload));
  const [refusal] = refusals;
  if (refusal && !refusals.includes(null)) throw new Refusal(refusal);
  if (!stillApply(metadata, changes, topFieldOf)) throw new Refusal('proposal-changed');
  const errors = validateMetadata(formFields('en'), withChanges(metadata, changes, topFieldOf)).filter(({ field }) =>
    changes.some((change) => change.field === topFieldOf(field)),
  );
  if (errors.length > 0) throw new Refusal('metadata-invalid', {}, { errors });
  await removeProposal(tx, locked.study.id);
  await applyCorrection(tx, repository, locked, { changes, note, act: 'consented-to-correction', actor, facts });
  await tellContributor(tx, repository, locked, { proposal, reason: null });
}

async function decline(
  tx: Transaction,
  repository: RepositoryContext,
  locked: LockedStudy,
  { proposal, actor, reason }: { proposal: CorrectionProposal; actor: Actor; reason: string },
): Promise<void> {
  requireReason(reason);
  await removeProposal(tx, locked.study.id);
  const { note, changes } = proposal;
  for (const member of locked.accepted) {
    const content = { note, changes, reason };
    await keepInHistory(tx, repository, member, { act: 'declined-correction', actor, content });
  }
  await tellContributor(tx, repository, locked, { proposal, reason });
}

async function tellContributor(
  tx: Transaction,
  repository: RepositoryContext,
  { accepted }: LockedStudy,
  { proposal, reason }: { proposal: CorrectionProposal; reason: string | null },
): Promise<void> {
  const correctable = accepted.filter(({ upload }) => correctionRefusal(upload) === null);
  const about = correctable.find(({ upload }) => upload.number === proposal.upload) ?? correctable[0] ?? accepted[0];
  if (!about) return;
  const people = await findOwnerAnd(tx, about, proposal.proposer);
  const mail =
    reason === null
      ? { kind: 'correctionConsented' as const }
      : { kind: 'correctionDeclined' as const, letter: reason };
  await enqueueMails(tx, repository, about, [{ ...mail, people }]);
}
