import { matchColumns } from '@domain/column-identity';

import { ObjectNotFound } from '../context/file-store';
import { openLocalFiles } from '../files/read-objects';
import type { NewTable } from '../store/files';
import type { FormerTable } from '../store/former-tables';
import { jobStatement, parquetSql } from '../context/table-engine';
import type { RepositoryContext } from '../context/context';
import { pairTables, type RenamedColumns } from './plan-correction';

/** Minimum share of rows with equal values for a column to count as a renamed one. */
const minEqualShare = 0.9;
/** Minimum number of equal values other than the column's most frequent one; fewer may be coincidence. */
const minTellingRows = 10;
/** Maximum number of column pairs per table. If there are more, too much of the table is new. */
const maxPairs = 400;

/**
 * Finds columns of a corrected file that have the same values, row by row, as a column with another name in the
 * previous file. Only columns that do not match by name are compared, and a pair must be the only one for both.
 */
export async function findRenamedColumns(
  { files, tables: engine }: Pick<RepositoryContext, 'files' | 'tables'>,
  former: readonly FormerTable[],
  tables: readonly NewTable[],
): Promise<RenamedColumns> {
  const renamed = new Map<number, Map<number, number>>();
  for (const [table, old] of pairTables(former, tables)) {
    const pairs = openPairs(old, table);
    if (pairs.length === 0 || pairs.length > maxPairs) continue;
    try {
      await using local = await openLocalFiles(files, [old.objectKey, table.objectKey]);
      const [before = '', after = ''] = local.paths.map(parquetSql);
      const [row = {}] = await engine.all(comparisonSql(before, after, pairs), [], jobStatement);
      const enough = minEqualShare * Math.max(old.rowCount, table.rowCount);
      renamed.set(
        old.id,
        onlyPairs(
          pairs.filter((_, i) => Number(row[`equal${i}`]) >= enough && Number(row[`telling${i}`]) >= minTellingRows),
        ),
      );
    } catch (error) {
      // The previous file has just been reread, or the upload deleted. Columns then match only by name.
      if (!(error instanceof ObjectNotFound)) throw error;
    }
  }
  return renamed;
}

interface Pair {
  before: number;
  after: number;
}

function openPairs(old: FormerTable, { columns }: NewTable): Pair[] {
  const matches = matchColumns(
    old.columns.map(({ name }) => name),
    columns.map(({ name }) => name),
  );
  const known = new Set(matches.values());
  const unknown = columns.flatMap((_, after) => (matches.has(after) ? [] : [after]));
  return old.columns.flatMap((_, before) => (known.has(before) ? [] : unknown.map((after) => ({ before, after }))));
}

/** Compares numbers by value, because a spreadsheet program writes 41.50 as 41.5. */
function comparisonSql(before: string, after: string, pairs: Pair[]): string {
  const positions = [...new Set(pairs.map((pair) => pair.before))];
  const modes = positions.map((i) => `mode(c${i}) as m${i}`);
  const counts = pairs.map(({ before: b, after: a }, i) => {
    const equal = `coalesce(b.n${b} = a.n${a}, b.c${b} is not distinct from a.c${a})`;
    return `count(*) filter (${equal}) as equal${i},
      count(*) filter (${equal} and b.c${b} is distinct from m.m${b}) as telling${i}`;
  });
  return `with m as (select ${modes.join(', ')} from ${before})
    select ${counts.join(', ')}
    from ${before} b join ${after} a using (file_row_number) cross join m`;
}

function onlyPairs(pairs: Pair[]): Map<number, number> {
  const once = (side: keyof Pair, value: number) => pairs.filter((pair) => pair[side] === value).length === 1;
  return new Map(
    pairs.flatMap(({ before, after }) =>
      once('before', before) && once('after', after) ? [[after, before] as const] : [],
    ),
  );
}
