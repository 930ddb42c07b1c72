import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

import { FairTurns } from '@domain/fair-turns';
import { Refusal } from '@domain/error-codes';
import { localDay } from '@domain/local-time';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { countRows, forEverybody } from '../context/table-engine';
import { textsTag } from '../downloads/open-package';
import { findUsableFile, type KeptFile, keepWholeFile, openKeptFile } from '../files/kept-files';
import { requireRows } from '../files/read-objects';
import { readPooledTable } from './pooled-table';
import { packPool, poolBytes, type PoolPackage } from './pool-package';
import { type PoolPart, writePool } from './write-pool';

/** Raised when the rows or files of pools change, so that they are made again. */
const version = 2;

/** What a caller wants of a file: a part needs the complete file. */
export type WantedOfPool = 'headers' | 'part' | 'whole';

export interface PoolRequest {
  parts: PoolPart[];
  described: Omit<PoolPackage, 'day'>;
  /** The table with the files about it, or the table alone. */
  isPackage: boolean;
  wants: WantedOfPool;
  /** Who waits for it: a subject, or an address. */
  account: string;
}

/**
 * Pools that are made at the same time, so that nobody waits for more than one of each other account. Own estimates: one
 * of ten million rows keeps both threads of the engine busy for eight seconds.
 */
const turns = new FairTurns(1, { perAccount: 1, waiting: 10, patienceMs: 120_000 });
/** What is made for one caller is kept for all, so it goes on if they leave. */
const unaborted = new AbortController().signal;

/**
 * A pool as a file: a kept one, or a stream of it while it is made; null if it is not kept and only headers are wanted.
 * Its rows are written as one Parquet file first, which is kept like everything that is made of it. Does not check
 * permission. Refuses with 'pool-empty', 'rows-missing', 'data-set-withdrawn' and 'storage-full'.
 */
export async function openPool(
  repository: RepositoryContext,
  { parts, described, isPackage, wants, account }: PoolRequest,
): Promise<KeptFile | Readable | null> {
  const numbers = parts.map(({ facts }) => facts.nr);
  const rowsKey = contentTag(['pool rows', version, described.choice, parts.map(tagOf)]);
  const day = localDay(repository.now(), repository.settings.timeZone);
  const isRowsAlone = described.format === 'parquet' && !isPackage;
  const contentKey = isRowsAlone ? rowsKey : contentTag(fileTag(rowsKey, { ...described, day }, isPackage));
  const found = await findUsableFile(repository, contentKey);
  if (found || wants === 'headers') return found;
  const rows = await turns.run(account, unaborted, () => keepRows(repository, rowsKey, { parts, described }));
  if (isRowsAlone) return rows;
  const make = async () => {
    const source = forEverybody(repository);
    const pooled = await readPooledTable(source, rows.objectKey);
    return isPackage ? packPool(source, pooled, { ...described, day }) : poolBytes(source, pooled, described);
  };
  const content = { contentKey, numbers };
  return wants === 'whole' ? openKeptFile(repository, content, make) : keepWholeFile(repository, content, make);
}

/** What decides about the rows of a data set in a pool. */
function tagOf({ facts, tables }: PoolPart): unknown {
  return [facts, tables.map(({ objectKey, columns }) => [objectKey, columns.map(({ key }) => key)])];
}

/** What else decides about a file. A table alone has no words but those of an SPSS file. */
function fileTag(rowsKey: string, { format, language, day, ...said }: PoolPackage, isPackage: boolean): unknown[] {
  if (isPackage) return ['pool package', version, rowsKey, format, language, day, said, textsTag()];
  const labels = format === 'sav' ? [language, said.sources, said.writtenAt, textsTag()] : [];
  return ['pool', version, rowsKey, format, ...labels];
}

/** Writes the rows of a pool beside the store first, because how many there are is known only at their end. */
async function keepRows(
  repository: RepositoryContext,
  contentKey: string,
  { parts, described }: Pick<PoolRequest, 'parts' | 'described'>,
): Promise<KeptFile> {
  const numbers = parts.map(({ facts }) => facts.nr);
  const tables = parts.flatMap((part) => part.tables);
  return repository.files.withScratchFile((file) =>
    keepWholeFile(repository, { contentKey, numbers }, async () => {
      await requireRows(repository, tables);
      const source = forEverybody(repository);
      await writePool(source, parts, described.choice, file);
      if ((await countRows(source.tables, file)) === 0) throw new Refusal('pool-empty');
      return createReadStream(file) as AsyncIterable<Uint8Array>;
    }),
  );
}
