import type { MetadataEntry } from '@domain/api/metadata';
import { minPersonsTold } from '@domain/licences';
import { localDay } from '@domain/local-time';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';
import { publicEntries, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { statusRules } from '@domain/upload-status';

import { metadataTag } from '../../content-tag';
import type { RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import { formFields } from '../../metadata/schema';
import { type BuiltTable, buildPublishedTables } from '../../publication/build-published-tables';
import { type DataSetSource, searchRow } from '../../publication/data-set-facts';
import { describePublishedTables } from '../../publication/describe-published-tables';
import { forgetShared } from '../../publication/forget-shared';
import { setsOf } from '../../harvest/sets';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import { mailFollowers } from '../../mail/mail-followers';
import { enqueueNorms } from '../../norms/enqueue-norms';
import { updateSearch } from '../../search/found-data-sets';
import type { Transaction } from '../../store/database';
import { addRecords } from '../../store/harvest';
import { lockVersions } from '../../store/locks';
import { isPublished, type PublishedDataSet, storeDataSet } from '../../store/published-data-sets';
import { findStudyOf } from '../../store/studies';
import { findUploadProgress, type UploadProgress } from '../../store/upload-progress';
import { seriesOf } from '../../store/versions';
import { completeDifference } from '../../versions/submit-version';

/**
 * Job 'publish-upload': writes the published tables and the search entry of an accepted upload. Does nothing
 * if the upload is not accepted, already published, under an embargo or withdrawn.
 */
export async function publishUpload(
  repository: RepositoryContext,
  { upload: number }: { upload: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, files } = repository;
  const progress = await findUploadProgress(db, number);
  if (!progress || !statusRules[progress.upload.status].published) return;
  const { nr } = progress.upload;
  if (nr === null || progress.upload.withdrawnAt || (await isPublished(db, nr))) return;
  const entries = progress.study.metadata;
  const publishedAt = repository.now();
  if (isUnderEmbargo(entries, localDay(publishedAt, repository.settings.timeZone))) return;

  await completeDifference(repository, progress);
  const tables = await buildPublishedTables(repository, progress, signal);
  let outcome: Outcome = 'outdated';
  try {
    while (outcome === 'outdated') {
      signal.throwIfAborted();
      outcome = await store(repository, { progress, tables, publishedAt });
    }
  } finally {
    const unused = outcome === 'stored' ? [] : tables.map(({ objectKey }) => objectKey);
    await removeObjects(files, unused);
  }
}

/** 'outdated': the metadata was corrected in the meantime. */
type Outcome = 'stored' | 'unwanted' | 'outdated';

/** Describes the tables with the present metadata, and stores both unless the metadata has changed by then. */
async function store(
  repository: RepositoryContext,
  { progress, tables, publishedAt }: { progress: UploadProgress; tables: BuiltTable[]; publishedAt: Date },
): Promise<Outcome> {
  const { db } = repository;
  const { kind, nr, number } = progress.upload;
  if (nr === null) return 'unwanted';
  const entries = (await findStudyOf(db, number))?.metadata ?? [];
  if (isUnderEmbargo(entries, localDay(publishedAt, repository.settings.timeZone))) return 'unwanted';
  const metadata = publicEntries(formFields('en'), entries);
  const minPersons = minPersonsTold(valuesOf(metadata, fieldIds.licence));
  const description = await describePublishedTables(repository, kind, tables, minPersons);
  const count = kind === 'raw' ? description.persons : description.cases;
  const dataSet = describe({ nr, kind, metadata, description, count, publishedAt }, number);
  return db.transaction(async (tx) => {
    const versions = await lockVersions(tx, seriesOf(progress.upload));
    if (versions.find((version) => version.number === number)?.withdrawnAt !== null) return 'unwanted';
    const present = (await findStudyOf(tx, number))?.metadata ?? [];
    if (metadataTag(present) !== metadataTag(entries)) return 'outdated';
    const isNew = await storeDataSet(tx, { dataSet, tables });
    if (!isNew) return 'unwanted';
    await updateSearch(tx, seriesOf(progress.upload));
    if (hadEmbargo(entries, versions, repository, number)) await tellContributor(tx, repository, progress);
    await mailFollowers(tx, repository, { upload: progress.upload, nr, metadata });
    // The DOI of all versions describes the newest one whose data is public.
    if (versions.length > 1) await repository.jobs.enqueue(tx, 'register-doi', { upload: number });
    await forgetShared(tx, repository, [number]);
    await enqueueNorms(tx, repository);
    await addRecords(tx, [{ nr, sets: setsOf(dataSet.row) }]);
    return 'stored';
  });
}

/** Whether the data waited for the end of an embargo, and not only for this job. */
function hadEmbargo(
  entries: MetadataEntry[],
  versions: { number: number; decidedAt: Date | null }[],
  { settings, now }: RepositoryContext,
  number: number,
): boolean {
  const decidedAt = versions.find((version) => version.number === number)?.decidedAt ?? now();
  return embargoDay(entries) >= localDay(decidedAt, settings.timeZone);
}

async function tellContributor(
  tx: Transaction,
  repository: RepositoryContext,
  progress: UploadProgress,
): Promise<void> {
  const people = await findOwner(tx, progress);
  await enqueueMails(tx, repository, progress, [{ kind: 'dataPublished', people }]);
}

function describe(source: DataSetSource, upload: number): Required<PublishedDataSet['dataSet']> {
  const { nr, metadata, description, publishedAt } = source;
  const { postalAreas, values, results } = description;
  return { nr, upload, publishedAt, row: searchRow(source), metadata, postalAreas, values, results };
}
