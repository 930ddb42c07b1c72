import type { DataciteAttributes } from '@domain/datacite';

import type { RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';
import { type DoiRecord, findConceptDoi } from '../store/dois';
import { type AcceptedVersion, listAcceptedVersions, seriesOf } from '../store/versions';
import { relatedDataSet, type RelatedRecord, type VersionPlace } from './datacite-terms';

type NamingContext = Pick<RepositoryContext, 'doi' | 'settings'> & { db: Queryable };

/** How another record refers to a data set: by its DOI, or by the address of its page if it has only a test DOI. */
export function recordOf(
  { doi, settings }: Pick<RepositoryContext, 'doi' | 'settings'>,
  { number, nr, doi: known }: { number: number; nr: number | null; doi: DoiRecord | null },
): RelatedRecord {
  // Of two uploads accepted at once, one may have no row yet, but its DOI is already known.
  const name = (known?.registrar ?? doi.kind) === 'datacite' ? (known?.doi ?? doi.doiOf(number)) : null;
  return name === null
    ? { identifier: `${settings.origin}/data-set/${nr}`, type: 'URL' }
    : { identifier: name, type: 'DOI' };
}

/** The place of an accepted upload among the versions of its data set; null if there is no other one. */
export async function findVersionPlace(
  repository: NamingContext,
  upload: { number: number; series: number | null; version: number },
): Promise<VersionPlace | null> {
  const series = seriesOf(upload);
  const versions = await listAcceptedVersions(repository.db, series);
  const at = versions.findIndex((version) => version.upload.number === upload.number);
  if (at < 0 || versions.length < 2) return null;
  const record = (version: AcceptedVersion | undefined) => (version ? versionRecord(repository, version) : null);
  return {
    version: upload.version,
    concept: await conceptRecord(repository, series, versions),
    previous: record(versions[at - 1]),
    next: record(versions[at + 1]),
  };
}

function versionRecord(repository: NamingContext, { upload, doi }: AcceptedVersion): RelatedRecord {
  return recordOf(repository, { number: upload.number, nr: upload.nr, doi });
}

/** The address to which the DOI of all versions leads: that of the newest one, by the number of the first. */
export function conceptAddress(origin: string, versions: readonly AcceptedVersion[]): string {
  return `${origin}/data-set/${versions[0]?.upload.nr}/newest`;
}

async function conceptRecord(
  repository: NamingContext,
  series: number,
  versions: readonly AcceptedVersion[],
): Promise<RelatedRecord> {
  const { db, doi, settings } = repository;
  const known = await findConceptDoi(db, series);
  const name = (known?.registrar ?? doi.kind) === 'datacite' ? (known?.doi ?? doi.conceptDoiOf(series)) : null;
  return name === null
    ? { identifier: conceptAddress(settings.origin, versions), type: 'URL' }
    : { identifier: name, type: 'DOI' };
}

const relationsOfVersions = ['IsVersionOf', 'IsNewVersionOf', 'IsPreviousVersionOf'];

/**
 * The record of all versions together: what its newest version says of itself, without what holds for that one alone,
 * and with all versions.
 */
export function describeConcept(
  repository: NamingContext,
  newest: DataciteAttributes,
  versions: readonly AcceptedVersion[],
): DataciteAttributes {
  const others = newest.relatedIdentifiers.filter(({ relationType }) => !relationsOfVersions.includes(relationType));
  const parts = versions.map((version) => relatedDataSet('HasVersion', versionRecord(repository, version)));
  return {
    ...newest,
    version: undefined,
    url: conceptAddress(repository.settings.origin, versions),
    relatedIdentifiers: [...parts, ...others],
    sizes: [],
  };
}
