import { randomUUID } from 'node:crypto';
import path from 'node:path';

import type { Problem } from '@domain/api/mapping';
import type { DateReading } from '@domain/column-info';
import type { Language } from '@domain/language';
import { noChoices } from '@domain/data-rows';
import type { UploadKind } from '@domain/upload-id';
import type { CheckedColumn, MappedTable } from '../../services/repository/checks/checked-table';
import { findProblems } from '../../services/repository/checks/find-problems';
import { openTable } from '../../services/repository/checks/open-table';
import { renderProblems } from '../../services/repository/checks/render-problems';
import { jobStatement, sqlText, type TableEngine } from '../../services/repository/context/table-engine';
import { findTarget, vocabulary } from '../../services/repository/vocabulary';
import { maxNumberCharacters } from '../../services/repository/vocabulary/cell-patterns';

/** Rows of cells as in a file; '' is an empty cell. */
export type Rows = string[][];

/** Writes rows as the ingest does: c<i> is the text, n<i> the number with a decimal point. */
export async function writeRows(engine: TableEngine, folder: string, rows: Rows): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.parquet`);
  const positions = (rows[0] ?? []).map((_, position) => position);
  const values = rows.map((row) => `(${row.map(sqlText).join(', ')})`);
  const columns = positions.flatMap((i) => [
    `nullif(v${i}, '') as c${i}`,
    `case when length(v${i}) <= ${maxNumberCharacters} and regexp_full_match(v${i}, '[+-]?(\\d+([.]\\d*)?|[.]\\d+)')
      then try_cast(v${i} as double) end as n${i}`,
  ]);
  await engine.run(
    `copy (select ${columns.join(', ')} from (values ${values.join(', ')})
       as rows (${positions.map((i) => `v${i}`).join(', ')})) to ${sqlText(file)} (format parquet)`,
  );
  return file;
}

/**
 * Target '<key>|<unit>' of a column, '' if it is not mapped. The column is named after the key unless `name` is given.
 */
export type Targets = (string | { target: string; name?: string; dates?: DateReading })[];

export function tableOf(kind: UploadKind, targets: Targets): MappedTable {
  const columns = targets.flatMap((entry, position): CheckedColumn[] => {
    const target = typeof entry === 'string' ? entry : entry.target;
    const [key = '', unit = ''] = target.split('|');
    if (key === '') return [];
    const mapped = findTarget(vocabulary, kind, key, unit);
    if (!mapped) throw new Error(`no target ${target}`);
    const { name = key, dates = null } = typeof entry === 'string' ? {} : entry;
    return [{ ...mapped, position, name, dates }];
  });
  const missing = { texts: vocabulary.missingCodes, numbers: [] };
  return {
    kind,
    columns,
    headers: targets.map((entry) => (typeof entry === 'string' ? '' : (entry.name ?? ''))),
    firstRow: 2,
    recognised: null,
    choices: noChoices,
    missing,
    today: '2026-01-15',
  };
}

/** Checks rows with all rules of the kind and returns the problems as the API shows them. */
export async function checkRows(
  engine: TableEngine,
  folder: string,
  table: MappedTable,
  rows: Rows,
): Promise<(language: Language) => Problem[]> {
  const parquet = await writeRows(engine, folder, rows);
  const groups = await findProblems(
    engine,
    await openTable(engine, parquet, table, jobStatement),
    new AbortController().signal,
  );
  return (language) => renderProblems(groups, [], table.columns, language);
}
