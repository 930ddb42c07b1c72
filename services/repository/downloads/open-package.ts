import type { Readable } from 'node:stream';

import { localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { forEverybody } from '../context/table-engine';
import { findUsableFile, type KeptFile, openKeptFile } from '../files/kept-files';
import { requireRows } from '../files/read-objects';
import { packageFiles, packageFolder } from '../packaging/package-files';
import { qualityTexts } from '../packaging/quality-text';
import { licenceText, packageTexts, withheldReasons } from '../packaging/texts';
import { zipStream } from '../packaging/zip-stream';
import type { DataSetRecord } from '../store/data-set-records';
import { listDocuments } from '../store/documents';
import { listPublishedTables } from '../store/published-data-sets';
import { vocabulary } from '../vocabulary';
import { loadContents } from './load-contents';

/** Raised when the files of a package change, so that packages are made again. */
const version = 3;

/** A package: complete, or a stream of it while it is made and kept for later downloads. */
export type PackageContent = KeptFile | Readable;

/**
 * The package of some data sets. It is the same for everybody who asks for these data sets, so it is made once. Does not
 * check permission. For HEAD it is not made: null if it is not kept. Refuses with 'rows-missing' if the store has lost
 * some rows.
 */
export async function openPackage(
  repository: RepositoryContext,
  chosen: readonly DataSetRecord[],
  { isHead }: { isHead: boolean },
): Promise<PackageContent | null> {
  const records = chosen.toSorted((a, b) => a.nr - b.nr);
  const numbers = records.map(({ nr }) => nr);
  const contentKey = await contentKeyOf(repository, records);
  if (isHead) return findUsableFile(repository, contentKey);
  return openKeptFile(repository, { contentKey, numbers }, async () => {
    await requireRows(repository, await listPublishedTables(repository.db, numbers));
    for (const { upload } of records) await requireRows(repository, await listDocuments(repository.db, upload));
    return pack(forEverybody(repository), records);
  });
}

function pack(repository: RepositoryContext, records: readonly DataSetRecord[]): Readable {
  const { origin, timeZone } = repository.settings;
  const times = records.flatMap(({ publishedAt, correctedAt }) => [publishedAt.getTime(), correctedAt?.getTime() ?? 0]);
  const newest = new Date(Math.max(0, ...times));
  const files = packageFiles(repository, {
    folder: packageFolder(records),
    numbers: records.map(({ nr }) => nr),
    load: (nr) => loadContents(repository, nr),
    day: localDay(newest, timeZone),
    origin,
  });
  return zipStream(files, newest);
}

let texts: string | undefined;

/** Tag of everything that the files of a package are made from, except the contents of its data sets. */
export function textsTag(): string {
  texts ??= contentTag([
    packageTexts,
    qualityTexts,
    withheldReasons,
    ...Object.values(vocabulary.targets).map((targets) => [...targets.values()]),
    [...vocabulary.tests],
  ]);
  return texts;
}

/** Hash of everything on which the bytes of a package depend. Rows never change under the key of their object. */
async function contentKeyOf(repository: RepositoryContext, records: readonly DataSetRecord[]): Promise<string> {
  const tags: string[] = [];
  for (const record of records) tags.push(await contentsTag(repository, record));
  return contentTag(['package', version, textsTag(), repository.settings.timeZone, ...tags]);
}

/** Tags of the contents of data sets, by a hash of what may change after publication. */
const contentsTags = new WeakMap<RepositoryContext['files'], Map<string, string>>();
const maxContentsTags = 10_000;

/**
 * Hash of the contents of a data set. Reading all of them takes longer than sending a part of a package, and whatever is
 * not in `record` was settled by the acceptance of the upload, its published tables included. A correction changes the
 * record.
 */
async function contentsTag(repository: RepositoryContext, record: DataSetRecord): Promise<string> {
  const known = contentsTags.get(repository.files) ?? new Map<string, string>();
  contentsTags.set(repository.files, known);
  // Not by `contentTag`, which takes longer than a query to order the members. A query always returns the same order.
  const changeable = hashOf(JSON.stringify(record));
  const found = known.get(changeable);
  if (found !== undefined) return found;
  const contents = await loadContents(repository, record.nr);
  const licences = record.row.rights.map((right) => [licenceText(right, 'en'), licenceText(right, 'de')]);
  // A checksum that is filled in later changes nothing: the key of the object stands for its content.
  const own = contents.tables.map(({ sha256: _, ...table }) => table);
  const tag = contentTag([{ ...contents, tables: own }, licences]);
  if (known.size >= maxContentsTags) known.clear();
  known.set(changeable, tag);
  return tag;
}
