import type { RowChoice } from '@domain/data-rows';

import type { RepositoryContext } from '../context/context';
import { ObjectNotFound } from '../context/file-store';
import { jobStatement, parquetSql } from '../context/table-engine';
import { openLocalFiles } from '../files/read-objects';
import type { NewTable } from '../store/files';
import type { FormerTable } from '../store/former-tables';
import { type MovedChoices, type MovedRows, pairTables } from './correction';

/** Rows that are looked for in a corrected file; choices about more are not kept. */
const maxRowsMoved = 1000;

/**
 * Finds the rows of a corrected file about which choices were made in the previous one. A row is the same if its cells
 * are, and if no other row is equal or it stands at the same place. Choices about rows that are gone or changed are lost.
 */
export async function findMovedRows(
  { files, tables: engine }: Pick<RepositoryContext, 'files' | 'tables'>,
  former: readonly FormerTable[],
  tables: readonly NewTable[],
): Promise<MovedRows> {
  const moved = new Map<number, MovedChoices>();
  for (const [table, old] of pairTables(former, tables)) {
    const rows = old.dataChoices.rows.flatMap(eachRow);
    if (rows.length === 0) continue;
    if (rows.length > maxRowsMoved) {
      moved.set(old.id, choicesByNumber(old, table));
      continue;
    }
    try {
      await using local = await openLocalFiles(files, [old.objectKey, table.objectKey]);
      const [before = '', after = ''] = local.paths.map(parquetSql);
      const sql = equalRowsSql({ before, after, old, table }, rows);
      const found = sql === null ? [] : await engine.all(sql, [], jobStatement);
      const equal = found.map((row) => ({ from: Number(row.before), to: Number(row.after) }));
      moved.set(old.id, moveRows(rows, equal));
    } catch (error) {
      // The previous file has just been reread, or the upload deleted.
      if (!(error instanceof ObjectNotFound)) throw error;
    }
  }
  return moved;
}

function eachRow({ from, to, ...choice }: RowChoice): RowChoice[] {
  const count = Math.min(to - from, maxRowsMoved) + 1;
  return Array.from({ length: count }, (_, i) => ({ ...choice, from: from + i, to: from + i }));
}

/** Too many rows to look for: they are the same only if the table has as many rows as before. */
function choicesByNumber({ dataChoices: { rows }, rowCount, firstRow }: FormerTable, table: NewTable): MovedChoices {
  const isSame = rowCount === table.rowCount && firstRow === table.firstRow;
  return isSame ? { kept: rows, lost: [] } : { kept: [], lost: rows };
}

function moveRows(rows: readonly RowChoice[], equal: { from: number; to: number }[]): MovedChoices {
  const choices: MovedChoices = { kept: [], lost: [] };
  for (const choice of rows) {
    const places = equal.filter(({ from }) => from === choice.from).map(({ to }) => to);
    const at = places.includes(choice.from) ? choice.from : places.length === 1 ? places[0] : undefined;
    if (at === undefined) choices.lost.push(choice);
    else choices.kept.push({ ...choice, from: at, to: at });
  }
  return { kept: joinRows(choices.kept), lost: joinRows(choices.lost) };
}

/** Joins equal choices about consecutive rows. */
function joinRows(choices: readonly RowChoice[]): RowChoice[] {
  const joined: RowChoice[] = [];
  for (const choice of choices) {
    const last = joined.at(-1);
    const isNext = last?.to === choice.from - 1 && last.isData === choice.isData && last.reason === choice.reason;
    if (last && isNext) last.to = choice.to;
    else joined.push({ ...choice });
  }
  return joined;
}

interface Compared {
  /** Relations of the previous and the corrected table. */
  before: string;
  after: string;
  old: FormerTable;
  table: NewTable;
}

/** Statement that returns the numbers of equal rows, of at most two for each; null without a common column. */
function equalRowsSql({ before, after, old, table }: Compared, rows: readonly RowChoice[]): string | null {
  const positions = new Map(table.columns.map(({ name }, position) => [name, position]));
  const common = old.columns.flatMap(({ name, position }) => {
    const other = positions.get(name);
    return other === undefined ? [] : [[position, other] as const];
  });
  if (common.length === 0) return null;
  const cells = (side: 0 | 1) => `hash(${common.map((pair) => `c${pair[side]}`).join(', ')})`;
  const wanted = rows.map(({ from }) => from - old.firstRow).join(', ');
  return `select w.r as before, a.r as after
    from (select file_row_number + ${old.firstRow} as r, ${cells(0)} as h from ${before}
          where file_row_number in (${wanted})) as w
    join (select file_row_number + ${table.firstRow} as r, ${cells(1)} as h from ${after}) as a using (h)
    qualify a.r = w.r or row_number() over (partition by w.r order by a.r) <= 2`;
}
