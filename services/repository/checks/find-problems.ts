import { cellsListedPerGroup } from '@domain/limits';

import { jobStatement, type SqlRow, sqlText, type TableEngine } from '../context/table-engine';
import { cellOf, cellsSql } from './cell-sql';
import { type CheckedColumn, type CheckedTable, columnOf } from './checked-table';
import type { OpenTable } from './open-table';
import type { ColumnRule, FoundCell, FoundGroup, RuleContext, Parameters, Rule } from './rule';
import { type Chain, chainsOf, hitSql, mayHitSql, verdictSql } from './rule-chains';
import { rulesOf } from './rules';

/** Maximum length of each text stored with a problem. */
const maxValueCharacters = 200;
/** Columns or comparisons per statement, to limit memory. */
const checkBatchSize = 20;

interface Check {
  engine: TableEngine;
  parquet: string;
  table: CheckedTable;
  signal: AbortSignal;
}

/**
 * Finds all problems of a table. One pass counts hits and computes measures of many columns per
 * statement. Only columns with hits are read again, one per statement. Rules that compare rows take one pass each.
 */
export async function findProblems(
  engine: TableEngine,
  { rows, table }: OpenTable,
  signal: AbortSignal,
): Promise<FoundGroup[]> {
  const check = { engine, parquet: rows, table, signal };
  const groups: FoundGroup[] = [];
  const look = createRuleContext(check, groups);
  for (const rule of rulesOf(table.kind).table) {
    for (const { column, parameters } of await rule.find(look)) groups.push(wholeGroup(rule, column, parameters));
  }
  groups.push(...(await passOverCells(check, look)));
  for (const rule of rulesOf(table.kind).rows) {
    for (const { column, sql } of await rule.find(look)) {
      const hits = `select *, ${sqlText(rule.id)} as rule from (${sql})`;
      groups.push(...(await readGroups(check, hits, column, [{ rule, parameters: {} }])));
    }
  }
  return atColumnsOfFile(groups, table);
}

/** Groups of a part of split cells belong to the column of the file. What both parts have in common is told once. */
function atColumnsOfFile(groups: FoundGroup[], { columns }: CheckedTable): FoundGroup[] {
  const parts = new Map(columns.flatMap(({ position, part }) => (part ? [[position, part.of]] : [])));
  const seen = new Set<string>();
  return groups.flatMap((group) => {
    const column = group.column === null ? null : (parts.get(group.column) ?? group.column);
    const id = `${group.rule}-${column}`;
    if (column === group.column || !seen.has(id)) {
      seen.add(id);
      return [{ ...group, column }];
    }
    return [];
  });
}

function createRuleContext({ engine, parquet, table, signal }: Check, groups: FoundGroup[]): RuleContext {
  let share: Promise<number> | null = null;
  const look: RuleContext = {
    table,
    cellOf: (column) => cellOf(column, table),
    cells: (columns) => cellsSql(parquet, columns, table),
    hit: (column, which) => hitSql(column, table, which),
    ask: (sql) => {
      signal.throwIfAborted();
      return engine.all(sql, [], jobStatement);
    },
    shareRepeated: () => (share ??= askShareRepeated(look)),
    found: () => groups,
  };
  return look;
}

async function askShareRepeated(look: RuleContext): Promise<number> {
  const person = columnOf(look.table, 'person_id');
  if (!person) return 0;
  const { missing, text } = look.cellOf(person);
  const [row] = await look.ask(
    `select avg(cast(times > 1 as integer)) as share from (
       select count(*) as times from ${look.cells([person])} where not (${missing}) group by hash(${text}))`,
  );
  return Number(row?.share ?? 0);
}

interface Measured {
  rule: ColumnRule;
  column: CheckedColumn;
  measures: Record<string, string>;
}

/** Cell, row and column rules: counts hits and measures several columns per statement. */
async function passOverCells(check: Check, look: RuleContext): Promise<FoundGroup[]> {
  const { table } = check;
  const measured = rulesOf(table.kind).column.flatMap((rule) =>
    table.columns.flatMap((column): Measured[] => {
      const measures = rule.measures(column, cellOf(column, table), table);
      return measures ? [{ rule, column, measures }] : [];
    }),
  );
  const chains = chainsOf(table);
  const groups: FoundGroup[] = [];
  for (let from = 0; from < chains.length; from += checkBatchSize) {
    const some = chains.slice(from, from + checkBatchSize);
    const columns = new Set(some.flatMap(({ scope, column }) => (scope === 'cell' ? [column] : [])));
    const together = measured.filter(({ column }) => columns.has(column));
    groups.push(...(await countAndMeasure(check, look, some, together)));
  }
  return groups;
}

async function countAndMeasure(
  check: Check,
  look: RuleContext,
  chains: Chain[],
  measured: Measured[],
): Promise<FoundGroup[]> {
  const hits = chains.map((chain, index) => `count(${mayHitSql(chain)}) as hits${index}`);
  const measures = measured.flatMap(({ measures: named }, index) =>
    Object.entries(named).map(([name, sql]) => `${sql} as ${name}_${index}`),
  );
  const columns = chains.flatMap((chain) => chain.columns);
  const [row = {}] = await look.ask(`select ${[...hits, ...measures].join(', ')} from ${look.cells(columns)}`);
  const groups: FoundGroup[] = [];
  for (const [index, { rule, column, measures: named }] of measured.entries()) {
    const facts = Object.keys(named).map((name): [string, number] => [name, Number(row[`${name}_${index}`] ?? 0)]);
    const parameters = await rule.find(column, Object.fromEntries(facts), look);
    if (!parameters) continue;
    const cell = cellOf(column, check.table);
    const cells = rule.cells?.(column, Object.fromEntries(facts), cell) ?? null;
    if (cells === null) {
      groups.push(wholeGroup(rule, column.position, parameters));
      continue;
    }
    const rows = `select "row", ${cell.value} as value, ${cell.value} as v, ${sqlText(rule.id)} as rule from ${look.cells([column])} where ${cells}`;
    groups.push(...(await readGroups(check, rows, column, [{ rule, parameters }])));
  }
  for (const [index, chain] of chains.entries()) {
    if (Number(row[`hits${index}`]) > 0) groups.push(...(await readChain(check, look, chain)));
  }
  return groups;
}

/** Reads counts and first cells of each rule of a chain. */
function readChain(check: Check, look: RuleContext, chain: Chain): Promise<FoundGroup[]> {
  const placeholders = [...new Set(chain.links.flatMap(({ names }) => Object.keys(names)))];
  const named = placeholders.map((placeholder) => {
    const cases = chain.links.flatMap(({ rule, names: { [placeholder]: sql } }) =>
      sql === undefined
        ? []
        : [`when ${sqlText(rule.id)} then left(cast(${sql} as varchar), ${maxValueCharacters + 1})`],
    );
    return `, case rule ${cases.join(' ')} end as ${placeholder}`;
  });
  const verdicts = `select *, ${verdictSql(chain)} as rule from ${look.cells(chain.columns)}`;
  const rows = `select "row", rule, ${chain.value} as value${named.join('')} from (${verdicts}) where rule is not null`;
  return readGroups(check, rows, chain.column, chain.links);
}

/**
 * Reads the groups of a relation of hits ("row", rule, value, placeholders). One statement returns the count and the
 * first cells of every rule.
 */
async function readGroups(
  { engine, signal }: Check,
  rows: string,
  { position }: CheckedColumn,
  rules: { rule: Rule; parameters: Parameters }[],
): Promise<FoundGroup[]> {
  signal.throwIfAborted();
  const short = `select * replace (left(value, ${maxValueCharacters}) as value) from (${rows})`;
  const found = await engine.all(
    `select count, unnest(cells, recursive := true) from (
       select count(*) as count, arg_min(hits, "row", ${cellsListedPerGroup + 1}) as cells
       from (${short}) as hits group by rule)`,
    [],
    jobStatement,
  );
  return rules.flatMap(({ rule: { id, overridable, listed = cellsListedPerGroup }, parameters }) => {
    const cells = found.filter((row) => row.rule === id).toSorted((a, b) => Number(a.row) - Number(b.row));
    const count = Number(cells[0]?.count ?? 0);
    if (count === 0) return [];
    const all = `select * exclude (rule) from (${short}) where rule = ${sqlText(id)} order by "row"`;
    return {
      rule: id,
      column: position,
      canOverride: overridable,
      count,
      parameters,
      cells: cells.slice(0, listed).map(foundCell),
      next: cells[listed] ? foundCell(cells[listed]) : null,
      allCellsSql: count > listed ? all : null,
    };
  });
}

/** A cell with the parameters of its message, from a row with "row", value and placeholders. */
export function foundCell({ row, value, ...named }: SqlRow): FoundCell {
  const parameters = Object.entries(named).flatMap(([name, word]): [string, string][] =>
    /^[a-z]$/.test(name) && word !== null && word !== undefined ? [[name, shortened(String(word))]] : [],
  );
  return { row: Number(row), value: String(value ?? ''), parameters: Object.fromEntries(parameters) };
}

function shortened(text: string): string {
  return text.length > maxValueCharacters ? `${text.slice(0, maxValueCharacters - 1)}…` : text;
}

/** A problem of a column or of the table. Its comment is valid while the parameters stay the same. */
function wholeGroup(rule: Rule, column: number | null, parameters: Parameters): FoundGroup {
  const value = Object.values(parameters).join('; ').slice(0, maxValueCharacters);
  return {
    rule: rule.id,
    column,
    canOverride: rule.overridable,
    count: 1,
    parameters,
    cells: [{ row: 0, value, parameters: {} }],
    next: null,
    allCellsSql: null,
  };
}
