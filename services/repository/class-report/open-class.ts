import { writeFile } from 'node:fs/promises';

import type { ClassRequest, ClassTable } from '@domain/api/class-report';
import { noChoices } from '@domain/data-rows';
import { Refusal } from '@domain/error-codes';

import { mappedColumns, type MappedTable, missingCodes } from '../checks/checked-table';
import { type OpenTable, openTable } from '../checks/open-table';
import { makeTable } from '../ingest/csv-to-parquet';
import { isRepeatable, findTarget, vocabulary } from '../vocabulary';
import type { ScratchStore } from './scratch-store';
import { isClassTarget } from './suggest-class';

/** Comma-separated text of the cells of a table. Quoted where the parser of Excel and SPSS files quotes, too. */
function csvOf({ rows }: ClassTable): string {
  const cellOf = (cell: string) => (/[",\r\n\ufeff]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.every((cell) => cell === '') ? '""' : row.map(cellOf).join(',')}\n`).join('');
}

/**
 * Makes the file of a table anew from its cells, opens it with its mapping as the check of an upload does, and lends it
 * to `use`.
 */
export async function withOpenTable<Result>(
  store: ScratchStore,
  table: ClassTable,
  { mapping, today }: Pick<ClassRequest, 'mapping'> & { today: string },
  use: (open: OpenTable) => Promise<Result>,
): Promise<Result> {
  const { columns, rows, firstRow, leftOut } = table;
  return store.files.withScratchFile(async (path) => {
    await writeFile(path, csvOf(table));
    const text = {
      path,
      separator: ',',
      width: columns.length,
      hasSeparatorLine: false,
      endsInLineFeed: true,
    } as const;
    const names = columns.map(({ name }) => name);
    const key = 'tables/class.parquet';
    const read = await makeTable(store, text, { names }, key);
    await using local = await store.files.openLocal(key);
    const blankRows = rows.filter((row) => row.every((cell) => cell.trim() === '')).length;
    const targets = new Map(mapping.map(({ source, target }) => [source, target]));
    const source = columns.map(({ name, info, dates }, position) => {
      const summary = { ...read.summaries[position]!, dates: dates ?? undefined };
      const target = targets.get(name);
      return { position, name, info, summary, targetKey: target?.key ?? null, targetUnit: target?.unit ?? null };
    });
    const mapped: MappedTable = {
      kind: 'raw',
      columns: mappedColumns('raw', source),
      headers: names,
      firstRow,
      recognised: { blankRows, rows: leftOut, table: null },
      choices: noChoices,
      missing: missingCodes([...vocabulary.missingCodes, ...vocabulary.absentCodes], []),
      today,
    };
    return use(await openTable(store.tables, local.path, mapped, {}));
  });
}

/**
 * Refuses a mapping with 'unknown-target', 'shared-target' (two columns of a table have one target; `shared` names all)
 * and 'class-without-results'.
 */
export function checkClassMapping({ tables, mapping }: Pick<ClassRequest, 'tables' | 'mapping'>): void {
  const targets = new Map(
    mapping.map(({ source, target: { key, unit } }) => {
      const found = findTarget(vocabulary, 'raw', key, unit);
      if (!found || !isClassTarget(found.target)) throw new Refusal('unknown-target', { target: key });
      return [source, found.target];
    }),
  );
  const shared = tables.flatMap(({ columns }) => {
    const keys = new Set([...targets.values()].filter((target) => !isRepeatable(target)).map(({ key }) => key));
    return [...keys].flatMap((key) => {
      const same = columns.filter(({ name }) => targets.get(name)?.key === key).map(({ name }) => name);
      return same.length > 1 ? [{ key, columns: same }] : [];
    });
  });
  const [a, b] = shared[0]?.columns ?? [];
  if (a !== undefined && b !== undefined) throw new Refusal('shared-target', { a, b }, { shared });
  if (![...targets.values()].some(({ test, key }) => test !== null || key === 'test_value'))
    throw new Refusal('class-without-results');
}

/** Targets of which one tells the age, or when a child was tested. */
const tellsAge = ['age_y', 'age_m', 'test_date', 'test_year'];

/**
 * Refuses a day of the tests with 'class-day-in-future', and with 'class-day-missing' if there is none although the ages
 * of a table follow from it. `today` is the day in the time zone of the repository.
 */
export function checkTestDate({ tables, mapping, testDate }: ClassRequest, today: string): void {
  if (testDate !== null && testDate > today) throw new Refusal('class-day-in-future');
  const keyOf = new Map(mapping.map(({ source, target }) => [source, target.key]));
  const needsDay = tables.some(({ columns }) => {
    const keys = columns.flatMap(({ name }) => keyOf.get(name) ?? []);
    return keys.some((key) => key.startsWith('birth_')) && !keys.some((key) => tellsAge.includes(key));
  });
  if (testDate === null && needsDay) throw new Refusal('class-day-missing');
}
