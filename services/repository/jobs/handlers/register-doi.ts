import type { DataciteAttributes } from '@domain/datacite';
import type { UploadStatus } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { type DoiRegistrar, RegistrarError } from '../../context/doi-registrar';
import { missingForPublication } from '../../doi/datacite-attributes';
import { describeSubject, type DoiSubject } from '../../doi/describe-subject';
import { clearDoiError, findDoi, findDoiSubject, removeDoi, saveDoi, saveDoiError } from '../../store/dois';

type DoiContext = Pick<RepositoryContext, 'db' | 'doi' | 'settings' | 'now'>;

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
 * findable when accepted, none when rejected or withdrawn) and stores the attributes. It reads the status
 * itself, so jobs may run late, twice or out of order. A failure is recorded for the operator and retried by
 * the queue. It does not affect the decision.
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
  const subject = await findDoiSubject(repository.db, job.upload);
  if (!subject) return;
  const state = stateOf(subject);
  if (state === null) await withdrawDraft(repository, job.upload, signal);
  else await register(repository, subject, { state, anew: job.anew ?? false, signal });
  // The decision may have been made during the call to the registrar.
  const after = await findDoiSubject(repository.db, job.upload);
  if (after && stateOf(after) !== state) await bringToState(repository, job, signal);
}

function stateOf({ upload }: DoiSubject) {
  return upload.deletedAt ? null : wantedState[upload.status];
}

interface Registration {
  state: 'draft' | 'findable';
  anew: boolean;
  signal: AbortSignal | undefined;
}

async function register(
  repository: DoiContext,
  subject: DoiSubject,
  { state, anew, signal }: Registration,
): Promise<void> {
  const { db, doi, now } = repository;
  const upload = subject.upload.number;
  const name = doi.doiOf(upload);
  const known = await findDoi(db, upload);
  // Settings may have changed. A DOI that may have been cited stays until the operator replaces it.
  if (known?.state === 'findable' && known.doi !== name && !anew) return;
  const attributes = await describeSubject(repository, subject);
  if (state === 'draft') await doi.saveDraft(name, attributes, signal);
  else await publish(doi, name, attributes, signal);
  const record = { upload, doi: name, state, registrar: doi.kind, attributes, updatedAt: now() };
  await db.transaction((tx) => saveDoi(tx, record));
}

async function publish(
  doi: DoiRegistrar,
  name: string,
  attributes: DataciteAttributes,
  signal: AbortSignal | undefined,
): Promise<void> {
  const missing = missingForPublication(name, attributes);
  if (missing.length > 0) {
    const reason = `${name} cannot be published without ${missing.join(', ')}.`;
    throw new RegistrarError(reason, { isRefusal: true });
  }
  await doi.publish(name, attributes, signal);
}

/**
 * Deletes the draft DOI; a findable one cannot be deleted. There may be a draft without a record, if the
 * server died before it saved the record.
 */
async function withdrawDraft({ db, doi }: DoiContext, upload: number, signal: AbortSignal | undefined): Promise<void> {
  const record = await findDoi(db, upload);
  if (record?.state === 'findable') return;
  if (!record || record.registrar === doi.kind) {
    await doi.removeDraft(record?.doi ?? doi.doiOf(upload), signal);
  }
  await removeDoi(db, upload);
}
