import { Refusal } from '@domain/error-codes';
import {
  allowedEmbargoActs,
  type EmbargoAct,
  embargoChangeRefusal,
  type EmbargoFacts,
  type EmbargoView,
  endsOf,
  withEmbargoEnd,
} from '@domain/life/embargo-changes';
import { localDay } from '@domain/local-time';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';
import type { FieldChange } from '@domain/metadata/compare';
import { fieldIds } from '@domain/metadata/field-ids';
import { formatUploadId } from '@domain/upload-id';

import type { Actor, RepositoryContext } from '../context/context';
import { applyCorrection } from '../corrections/apply-correction';
import { findParts, type LockedStudy } from '../corrections/lock-study';
import { listActs } from '../store/board';
import type { Queryable, Transaction } from '../store/database';
import { isPublished } from '../store/published-data-sets';
import type { UploadProgress } from '../store/upload-progress';

type Clock = Pick<RepositoryContext, 'now' | 'settings'>;

/** What decides whether the embargo of an upload may be changed, which the accepted uploads of its study share. */
export async function embargoFactsOf(
  db: Queryable,
  { now, settings }: Clock,
  { upload, study }: UploadProgress,
  accepted: readonly UploadProgress[],
): Promise<EmbargoFacts> {
  const dayOf = (at: Date) => localDay(at, settings.timeZone);
  const { status, nr, withdrawnAt } = upload;
  const acceptances = accepted.map((one) => (one.upload.decidedAt ?? now()).getTime());
  return {
    status,
    isWithdrawn: withdrawnAt !== null,
    isPublished: nr !== null && (await isPublished(db, nr)),
    metadata: study.metadata,
    today: dayOf(now()),
    acceptedOn: dayOf(new Date(Math.min(now().getTime(), ...acceptances))),
  };
}

/** The embargo of an upload as its contributor and the chair see it. */
export async function viewEmbargo(db: Queryable, clock: Clock, progress: UploadProgress): Promise<EmbargoView> {
  const { upload, study, file } = progress;
  const { accepted } = await findParts(db, upload.number);
  const facts = await embargoFactsOf(db, clock, progress, accepted);
  const acts = allowedEmbargoActs(facts);
  const runs = !facts.isPublished && isUnderEmbargo(study.metadata, facts.today);
  const others = accepted.filter((one) => one.upload.number !== upload.number);
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    status: upload.status,
    fileName: file.name,
    title: study.title,
    until: runs ? embargoDay(study.metadata) : '',
    isPublished: facts.isPublished,
    isWithdrawn: facts.isWithdrawn,
    shorten: acts.includes('shorten') ? endsOf('shorten', facts) : null,
    lengthen: acts.includes('lengthen') ? endsOf('lengthen', facts) : null,
    others: others.map((one) => one.file.name),
    changes: await listChanges(db, upload.number),
  };
}

const actNames = { 'shortened-embargo': 'shorten', 'lengthened-embargo': 'lengthen' } as const;

async function listChanges(db: Queryable, upload: number): Promise<EmbargoView['changes']> {
  return (await listActs(db, upload)).flatMap(({ entry: { act, at, content } }) =>
    act === 'shortened-embargo' || act === 'lengthened-embargo'
      ? [{ at: at.toISOString(), act: actNames[act], until: content.until ?? '', reason: content.reason ?? '' }]
      : [],
  );
}

/**
 * Changes the end of the embargo of a locked study, which all its accepted data sets share: metadata, DOI, history and
 * the job that publishes them if it is over. Refuses like `embargoChangeRefusal`.
 */
export async function changeEmbargo(
  tx: Transaction,
  repository: RepositoryContext,
  { locked, own }: { locked: LockedStudy; own: UploadProgress },
  { act, actor, until, reason }: { act: EmbargoAct; actor: Actor; until: string; reason: string },
): Promise<void> {
  const refusal = embargoChangeRefusal(act, await embargoFactsOf(tx, repository, own, locked.accepted), until);
  if (refusal) throw new Refusal(refusal);
  const { metadata } = locked.study;
  const before = metadata.filter(({ id }) => id === fieldIds.embargo);
  const after = before.map((entry) => ({ ...entry, values: [withEmbargoEnd(metadata, until)] }));
  const change: FieldChange = { field: fieldIds.embargo, before, after };
  await applyCorrection(tx, repository, locked, {
    changes: [change],
    note: reason,
    act: act === 'shorten' ? 'shortened-embargo' : 'lengthened-embargo',
    actor,
    until,
    facts: new Map(),
  });
  for (const { upload } of locked.accepted) {
    await repository.jobs.enqueue(tx, 'publish-upload', { upload: upload.number });
  }
}
