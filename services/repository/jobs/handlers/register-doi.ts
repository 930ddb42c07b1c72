import { isDeepStrictEqual } from 'node:util';

import type { DataciteAttributes } from '@domain/datacite';
import type { UploadStatus } from '@domain/upload-status';

import type { RepositoryContext } from '../../context/context';
import { RegistrarError } from '../../context/doi-registrar';
import { describeSubject, type DoiSubject } from '../../doi/describe-subject';
import { clearDoiError, findDoi, findDoiSubject, removeDoi, saveDoi, saveDoiError } from '../../store/dois';
import { seriesOf } from '../../store/versions';
import { publishDoi } from './publish-doi';
import { registerConcept } from './register-concept';

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
 * itself, so jobs may run late, twice or out of order. With the DOI of an accepted version goes that of all versions of
 * its data set. A failure is recorded for the operator and retried by
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
  const { db } = repository;
  const { upload, anew = false } = job;
  const subject = await findDoiSubject(db, upload);
  if (!subject) return;
  const state = stateOf(subject);
  const sent =
    state === null
      ? await withdrawDraft(repository, upload, signal)
      : await register(repository, subject, { state, anew, signal });
  // The decision may have been made during the call to the registrar, or another version accepted. Whoever called it
  // last sees both.
  const after = await findDoiSubject(db, upload);
  if (!after) return;
  const isOutdated = sent && !isDeepStrictEqual(sent, await describeSubject(repository, after));
  if (isOutdated || stateOf(after) !== state) await bringToState(repository, job, signal);
  else if (state === 'findable') await registerConcept(repository, seriesOf(after.upload), { anew, signal });
}

function stateOf({ upload }: DoiSubject) {
  return upload.deletedAt ? null : wantedState[upload.status];
}

interface Registration {
  state: 'draft' | 'findable';
  anew: boolean;
  signal: AbortSignal | undefined;
}

/** Returns what was registered; null if another DOI stays. */
async function register(
  repository: DoiContext,
  subject: DoiSubject,
  { state, anew, signal }: Registration,
): Promise<DataciteAttributes | null> {
  const { db, doi, now } = repository;
  const upload = subject.upload.number;
  const name = doi.doiOf(upload);
  const known = await findDoi(db, upload);
  // Settings may have changed. A DOI that may have been cited stays until the operator replaces it.
  if (known?.state === 'findable' && known.doi !== name && !anew) return null;
  const attributes = await describeSubject(repository, subject);
  if (state === 'draft') await doi.saveDraft(name, attributes, signal);
  else await publishDoi(doi, name, attributes, signal);
  const record = { upload, doi: name, state, registrar: doi.kind, attributes, updatedAt: now() };
  await db.transaction((tx) => saveDoi(tx, record));
  return attributes;
}

/**
 * Deletes the draft DOI; a findable one cannot be deleted. There may be a draft without a record, if the
 * server died before it saved the record.
 */
async function withdrawDraft({ db, doi }: DoiContext, upload: number, signal: AbortSignal | undefined): Promise<null> {
  const record = await findDoi(db, upload);
  if (record?.state === 'findable') return null;
  if (!record || record.registrar === doi.kind) {
    await doi.removeDraft(record?.doi ?? doi.doiOf(upload), signal);
  }
  await removeDoi(db, upload);
  return null;
}
