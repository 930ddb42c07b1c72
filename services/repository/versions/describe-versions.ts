import type { DataSetVersion, DataSetVersions, PublicChanges } from '@domain/api/versions';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';
import { newestVersion, type VersionDifference } from '@domain/life/versions';

import type { RepositoryContext } from '../context/context';
import { conceptAddress } from '../doi/version-records';
import { formFields } from '../metadata/schema';
import { publishedTableName } from '../publication/plan-publication';
import { doiAddress } from '../search/search-row';
import { findConceptDoi } from '../store/dois';
import { listPublishedTables, type PublishedTable } from '../store/published-data-sets';
import { type AcceptedVersion, listAcceptedVersions, listNewVersions, type NewVersion } from '../store/versions';

type Context = Pick<RepositoryContext, 'db' | 'doi' | 'settings'>;

/** All accepted versions of a data set as everybody may see them. */
export async function describeVersions(
  repository: Context,
  series: number,
  language: Language,
): Promise<DataSetVersions> {
  const { db, settings } = repository;
  const versions = await listAcceptedVersions(db, series);
  const continued = await listNewVersions(
    db,
    versions.map(({ upload }) => upload.number),
  );
  const tables = await listPublishedTables(
    db,
    versions.flatMap(({ upload }) => upload.nr ?? []),
  );
  const described = versions.map((version): DataSetVersion => {
    const known = continued.find(({ upload }) => upload === version.upload.number);
    return { ...factsOf(repository, version), ...changesOf(version, versions, { known, tables, language }) };
  });
  const concept = versions.length > 1 ? await findConceptDoi(db, series) : null;
  return {
    newest: newestVersion(described.map((one) => ({ ...one, isPublished: one.isPublic })))?.nr ?? 0,
    concept: concept && {
      doi: concept.doi,
      doiUrl:
        concept.registrar === 'datacite' ? `https://doi.org/${concept.doi}` : conceptAddress(settings.origin, versions),
      doiIsTest: concept.registrar !== 'datacite',
    },
    versions: described.reverse(),
  };
}

function factsOf(repository: Context, { upload, publishedAt, doi }: AcceptedVersion) {
  const nr = upload.nr ?? 0;
  const registered = { nr, doi: doi?.doi ?? null, registrar: doi?.registrar ?? null };
  return {
    nr,
    version: upload.version,
    date: localDay(publishedAt ?? upload.decidedAt ?? upload.createdAt, repository.settings.timeZone),
    isPublic: publishedAt !== null,
    isWithdrawn: upload.withdrawnAt !== null,
    doi: doi?.doi ?? '',
    doiUrl: doiAddress(registered, repository),
    doiIsTest: doi?.registrar !== 'datacite',
  };
}

function changesOf(
  { upload, publishedAt }: AcceptedVersion,
  versions: readonly AcceptedVersion[],
  { known, tables, language }: { known: NewVersion | undefined; tables: readonly PublishedTable[]; language: Language },
): Pick<DataSetVersion, 'news' | 'changes'> {
  // Like its tombstone, a withdrawn version tells nothing about its data.
  const { news = '', difference = null } = upload.withdrawnAt === null ? (known ?? {}) : {};
  if (!difference || publishedAt === null) return { news, changes: null };
  const former = versions.find((one) => one.upload.number === known?.former);
  // What is gone since it or has changed would describe its data as well.
  if (former?.upload.withdrawnAt) return { news, changes: null };
  const tablesOf = (nr: number | null | undefined) => tables.filter((table) => table.nr === nr);
  const compared = { before: tablesOf(former?.upload.nr), after: tablesOf(upload.nr) };
  return { news, changes: publicChanges(difference, compared, language) };
}

/**
 * Differences without columns that neither version publishes, without private fields, and with tables under the names
 * that are published: the only table of a file may be called like the file.
 */
function publicChanges(
  { rows, tables, columns, mapping, documents = [], fields }: VersionDifference,
  { before, after }: Record<'before' | 'after', readonly PublishedTable[]>,
  language: Language,
): PublicChanges {
  const published = new Set([...before, ...after].flatMap((table) => table.columns.map(({ source }) => source)));
  const isPublic = ({ column }: { column: string }) => published.has(column);
  const nameOf = (name: string, of = after) => publishedTableName(of, { name });
  const sum = (all: readonly { cells: number }[]) => all.reduce((total, { cells }) => total + cells, 0);
  const changed = rows.map((table) => ({
    ...table,
    name: nameOf(table.name),
    columns: table.columns.filter(isPublic),
  }));
  return {
    tables: changed.flatMap(({ name, rowsBefore, rowsAfter, added, removed, isCompared, columns: cells }) => {
      const table = { table: name, rowsBefore, rowsAfter, added, removed, isCompared, cells: sum(cells) };
      return isCompared && table.added + table.removed + table.cells === 0 ? [] : [table];
    }),
    columns: [
      ...columns.filter(isPublic).map(({ table, column, isAdded }) => {
        const change = isAdded ? ('added' as const) : ('gone' as const);
        return { table: nameOf(table), column, change, cells: 0 };
      }),
      ...mapping
        .filter(isPublic)
        .map(({ table, column }) => ({ table: nameOf(table), column, change: 'mapped' as const, cells: 0 })),
      ...changed.flatMap(({ name, columns: cells }) =>
        cells.map((column) => ({ table: name, ...column, change: 'cells' as const })),
      ),
    ],
    tablesAdded: tables.flatMap(({ table, isAdded }) => (isAdded ? [nameOf(table)] : [])),
    tablesGone: tables.flatMap(({ table, isAdded }) => (isAdded ? [] : [nameOf(table, before)])),
    documents,
    fields: formFields(language).flatMap(({ id, label, private: isPrivate }) =>
      fields.includes(id) && !isPrivate ? [label] : [],
    ),
  };
}
