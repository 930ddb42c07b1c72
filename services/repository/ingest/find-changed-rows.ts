import type { TableRowsChanged } from '@domain/life/versions';

import { ObjectNotFound } from '../context/file-store';
import type { RepositoryContext } from '../context/context';
import { jobStatement, parquetSql } from '../context/table-engine';
import { openLocalFiles } from '../files/read-objects';
import type { NewTable } from '../store/files';
import type { FormerTable } from '../store/former-tables';
import { compareOrCountRows } from '../versions/compare-rows';
import { pairTables } from './plan-correction';

/** Compares the rows of a corrected file with those of the previous one, keyed by previous table id. */
export async function findChangedRows(
  { files, tables: engine }: Pick<RepositoryContext, 'files' | 'tables'>,
  former: readonly FormerTable[],
  tables: readonly NewTable[],
): Promise<ReadonlyMap<number, TableRowsChanged>> {
  const changed = new Map<number, TableRowsChanged>();
  for (const [table, old] of pairTables(former, tables)) {
    try {
      await using local = await openLocalFiles(files, [old.objectKey, table.objectKey]);
      const [before = '', after = ''] = local.paths.map(parquetSql);
      const columns = table.columns.map(({ name }) => ({ name, targetKey: null }));
      const compared = { name: table.name, relation: after, columns };
      changed.set(old.id, await compareOrCountRows(engine, { ...old, relation: before }, compared, jobStatement));
    } catch (error) {
      // The previous file has just been reread, or the upload deleted.
      if (!(error instanceof ObjectNotFound)) throw error;
    }
  }
  return changed;
}
