import { isDeepStrictEqual } from 'node:util';

import { type DataciteAttributes, DataciteAttributesSchema } from '@domain/datacite';
import type { UploadStatus } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { RegistrarError } from '../../context/doi-registrar';
import { describeSubject, type DoiSubject } from '../../doi/describe-subject';
import { markWithdrawn } from '../../doi/withdrawn-attributes';
import { forgetShared } from '../../publication/forget-shared';
import { viewWithdrawn } from '../../publication/tombstone';
import {
  clearDoiError,
  type DoiRecord,
  findDoi,
  findDoiSubject,
  removeDoi,
  saveDoi,
  saveDoiError,
} from '../../store/dois';
import { lockUploads } from '../../store/locks';
import type { DoiState } from '../../store/schema/editorial';
import { seriesOf } from '../../store/versions';
import { makeDoiState } from './make-doi-state';
import { registerConcept } from './register-concept';

type DoiContext = Pick<RepositoryContext, 'db' | 'doi' | 'jobs' | 'settings' | 'now'>;

/** DOI state for each status of the upload; null = no DOI. */
const wantedState: Record<UploadStatus, 'draft' | 'findable' | null> = {
  Uploaded: null,
  Submitted: 'draft',
  Pending: 'draft',
  ChangesRequested: 'draft',
  Accepted: 'findable',
  Rejected: null,
};

interface DoiJob {
  upload: number;
  /** Registers the upload even if it has a different findable DOI, which may already have been cited. */
  anew?: boolean;
}

/**
 * Job 'register-doi': brings the DOI of an upload into the state for its status (draft when submitted,
 * findable when accepted, none when rejected or withdrawn from review, by default registered when the data set is
 * withdrawn) and stores the attributes. It reads the status itself, so jobs may run late, twice or out of order. With
 * the DOI of an accepted version goes that of all versions of its data set. A failure is recorded for the operator and
 * retried by the queue. It does not affect the decision.
 */
export async function registerDoi(repository: DoiContext, job: DoiJob, signal?: AbortSignal): Promise<void> {
  const { db } = repository;
  const { upload } = job;
  try {
    await bringToState(repository, job, signal);
  } catch (error) {
    if (!signal?.aborted && error instanceof RegistrarError) {
      const { message: reason, isRefusal } = error;
      await saveDoiError(db, { upload, reason, isRefusal, triedAt: repository.now() });
    }
    throw error;
  }
  await clearDoiError(db, upload);
}

async function bringToState(repository: DoiContext, job: DoiJob, signal?: AbortSignal): Promise<void> {
  const { db } = repository;
  const { upload, anew = false } = job;
  const subject = await findDoiSubject(db, upload);
  if (!subject) return;
  const wanted = wantedOf(subject, repository);
  const { state } = wanted;
  const sent =
    state === null
      ? await withdrawDraft(repository, upload, signal)
      : await register(repository, subject, { state, anew, signal });
  // Meanwhile the decision may have been made, the metadata corrected, or another version accepted. Whoever called the
  // registrar last sees all of it.
  const after = await findDoiSubject(db, upload);
  if (!after) return;
  // Once the data is removed, nothing else is described.
  const isFinal = Boolean(after.withdrawal?.removedAt);
  const isOutdated = sent && !isFinal && !isDeepStrictEqual(sent, await describe(repository, after, null));
  if (isOutdated || !isDeepStrictEqual(wantedOf(after, repository), wanted)) {
    await bringToState(repository, job, signal);
  } else if (state === 'findable' || state === 'registered') {
    await registerConcept(repository, seriesOf(after.upload), { anew, signal });
    await db.transaction((tx) => forgetShared(tx, repository, [upload]));
  }
}

/** What an upload asks for. Of a withdrawn data set, the description tells since when it is. */
function wantedOf({ upload }: DoiSubject, { settings }: DoiContext) {
  const { withdrawnAt } = upload;
  const shown = upload.deletedAt ? null : wantedState[upload.status];
  const isHidden = withdrawnAt !== null && !settings.withdrawal.isDoiFindable;
  return { state: shown === 'findable' && isHidden ? ('registered' as const) : shown, withdrawnAt };
}

interface Registration {
  state: DoiState;
  anew: boolean;
  signal: AbortSignal | undefined;
}

/** Returns the description that was sent; null if the DOI that was cited stays as it is. */
async function register(
  repository: DoiContext,
  subject: DoiSubject,
  { state, anew, signal }: Registration,
): Promise<DataciteAttributes | null> {
  const { db, doi, now } = repository;
  const upload = subject.upload.number;
  const known = await findDoi(db, upload);
  // Settings may have changed. A DOI that may have been cited stays until the operator replaces it.
  const isCited = known !== null && known.state !== 'draft' && known.doi !== doi.doiOf(upload);
  const cited = isCited && !anew ? known : null;
  if (cited?.state === state) return null;
  const name = cited?.doi ?? doi.doiOf(upload);
  const registrar = cited?.registrar ?? doi.kind;
  const attributes = await describe(repository, subject, known);
  // A registrar of former settings is not called any more.
  if (registrar === doi.kind) await makeDoiState(doi, { name, state, attributes }, signal);
  const record = { upload, doi: name, state, registrar, updatedAt: now() };
  await db.transaction(async (tx) => {
    // Not what was sent, if it was corrected in the meantime: pages are made from what is stored.
    await lockUploads(tx, [upload]);
    const present = await findDoiSubject(tx, upload);
    const described = present ? await describe({ ...repository, db: tx }, present, known) : attributes;
    await saveDoi(tx, { ...record, attributes: described });
  });
  return attributes;
}

/** The description as it is now. Once the data of a withdrawn data set is removed, the stored one tells more. */
async function describe(
  repository: DoiContext,
  subject: DoiSubject,
  known: DoiRecord | null,
): Promise<DataciteAttributes> {
  const { withdrawnAt } = subject.upload;
  if (withdrawnAt === null) return describeSubject(repository, subject);
  const { withdrawal } = subject;
  const stored = withdrawal?.removedAt ? DataciteAttributesSchema.safeParse(known?.attributes) : null;
  const attributes = stored?.success ? stored.data : await describeSubject(repository, subject);
  const reason = withdrawal?.reason ?? '';
  return markWithdrawn(attributes, viewWithdrawn(repository.settings, { at: withdrawnAt, reason }));
}

/**
 * Deletes the draft DOI; a findable one cannot be deleted. There may be a draft without a record, if the
 * server died before it saved the record.
 */
async function withdrawDraft({ db, doi }: DoiContext, upload: number, signal: AbortSignal | undefined): Promise<null> {
  const record = await findDoi(db, upload);
  if (record && record.state !== 'draft') return null;
  if (!record || record.registrar === doi.kind) {
    await doi.removeDraft(record?.doi ?? doi.doiOf(upload), signal);
  }
  await removeDoi(db, upload);
  return null;
}
