import { MetadataEntrySchema } from '@domain/api/metadata';
import type { Bilingual } from '@domain/language';
import { isMotorTest } from '@domain/motor-tests';
import type { UploadStatus } from '@domain/upload-status';

import { localDay } from '../editorial/local-time';
import { findDoi, findDoiSubject, removeDoi, saveDoi } from '../store/dois';
import type { RepositoryContext } from '../usecases/context';
import { vocabulary } from '../vocabulary';
import { dataciteAttributes, type DoiFacts } from './datacite-attributes';

type DoiContext = Pick<RepositoryContext, 'db' | 'doi' | 'settings' | 'now'>;
type DoiSubject = NonNullable<Awaited<ReturnType<typeof findDoiSubject>>>;

/** State of a DOI that fits the status of its upload; null = none is wanted. */
const wantedState: Record<UploadStatus, 'draft' | 'findable' | null> = {
  Uploaded: null,
  Submitted: 'draft',
  Pending: 'draft',
  Accepted: 'findable',
  Rejected: null,
};

/**
 * Job 'register-doi': brings the DOI of an upload into the state its status asks for (draft when
 * submitted, findable when accepted, none when rejected) and keeps the attributes. It reads the status
 * itself, so jobs may run late, twice or out of order. A failure is retried by the queue and never
 * touches the decision.
 */
export async function registerDoi(repository: DoiContext, { upload }: { upload: number }): Promise<void> {
  const subject = await findDoiSubject(repository.db, upload);
  if (!subject) return;
  const state = stateOf(subject);
  if (state === null) await withdrawDraft(repository, upload);
  else await register(repository, subject, state);
  // The upload may have been decided while the registrar answered.
  const after = await findDoiSubject(repository.db, upload);
  if (after && stateOf(after) !== state) await registerDoi(repository, { upload });
}

function stateOf({ upload }: DoiSubject) {
  return upload.deletedAt ? null : wantedState[upload.status];
}

async function register(
  repository: DoiContext,
  subject: DoiSubject,
  state: 'draft' | 'findable',
): Promise<void> {
  const { db, doi, settings, now } = repository;
  const upload = subject.upload.number;
  const name = doi.doiOf(upload);
  const attributes = dataciteAttributes(factsOf(subject, repository), settings.origin);
  await (state === 'draft' ? doi.saveDraft(name, attributes) : doi.publish(name, attributes));
  await saveDoi(db, { upload, doi: name, state, registrar: doi.kind, attributes, updatedAt: now() });
}

/** Findable DOIs stay: only a draft can be deleted. */
async function withdrawDraft({ db, doi }: DoiContext, upload: number): Promise<void> {
  const record = await findDoi(db, upload);
  if (record?.state !== 'draft') return;
  if (record.registrar === doi.kind) await doi.removeDraft(record.doi);
  await removeDoi(db, upload);
}

function factsOf({ upload, study, bytes, rows, targetKeys }: DoiSubject, repository: DoiContext): DoiFacts {
  const day = (moment: Date | null) => moment && localDay(moment, repository.settings.timeZone);
  return {
    kind: upload.kind,
    nr: upload.nr,
    metadata: MetadataEntrySchema.array().parse(study.metadata),
    tests: testNames(targetKeys),
    bytes,
    rows,
    submitted: day(upload.submittedAt),
    accepted: upload.status === 'Accepted' ? day(upload.decidedAt) : null,
    today: localDay(repository.now(), repository.settings.timeZone),
  };
}

/** Names of the motor tests that targets such as 'slj' or 'slj.mean' belong to, in the order of their icons. */
function testNames(targetKeys: string[]): Bilingual[] {
  const slugs = new Set(targetKeys.map((key) => key.split('.')[0] ?? '').filter(isMotorTest));
  return [...vocabulary.tests].flatMap(([slug, { long }]) => (slugs.has(slug) ? [long] : []));
}
