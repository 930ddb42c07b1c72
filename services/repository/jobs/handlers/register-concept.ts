import { isDeepStrictEqual } from 'node:util';

import type { DataciteAttributes } from '@domain/datacite';

import { describeSubject, type DescribingContext } from '../../doi/describe-subject';
import { describeConcept } from '../../doi/version-records';
import { findConceptDoi, findDoiSubject, saveConceptDoi } from '../../store/dois';
import { listAcceptedVersions, newestAccepted } from '../../store/versions';
import { makeDoiState } from './make-doi-state';

/**
 * Registers the DOI of all versions of a data set together as soon as there are two, or brings it up to date. It reads
 * the versions itself and once more after the registration, so that of several at once the last one knows all of them.
 */
export async function registerConcept(
  repository: DescribingContext,
  series: number,
  { anew, signal }: { anew: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  const { db, doi, now } = repository;
  const attributes = await describe(repository, series);
  if (attributes === null) return;
  const name = doi.conceptDoiOf(series);
  const known = await findConceptDoi(db, series);
  // Settings may have changed. A DOI that may have been cited stays until the operator replaces it.
  if (known && known.doi !== name && !anew) return;
  if (known?.doi === name && known.registrar === doi.kind && isSame(known.attributes, attributes)) return;
  await makeDoiState(doi, { name, state: 'findable', attributes }, signal);
  await saveConceptDoi(db, { series, doi: name, registrar: doi.kind, attributes, updatedAt: now() });
  await registerConcept(repository, series, { anew, signal });
}

/** Null while the data set has no other version. */
async function describe(repository: DescribingContext, series: number): Promise<DataciteAttributes | null> {
  const versions = await listAcceptedVersions(repository.db, series);
  if (versions.length < 2) return null;
  const newest = newestAccepted(versions);
  const subject = newest && (await findDoiSubject(repository.db, newest.upload.number));
  return subject && describeConcept(repository, await describeSubject(repository, subject), versions);
}

/** The database keeps JSON, in which properties without a value are absent. */
function isSame(stored: unknown, attributes: DataciteAttributes): boolean {
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(attributes)));
}
