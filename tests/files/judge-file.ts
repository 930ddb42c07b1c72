import type { Problem } from '@domain/api/mapping';

import type { CheckedFile, CheckedTable } from './drive-file';
import type { KnownFile, TruthRow } from './truth';

/** Whether one expectation is met, and what was found. */
export interface Verdict {
  truth: TruthRow;
  isRight: boolean;
  found: string;
}

export interface Judgement {
  verdicts: Verdict[];
  /** Cells, rows, columns and tables called impossible, or left out, that the truth does not know. */
  wronglyRefused: string[];
  /** Number of unusual cells outside the truth by rule. They may be right, but each has to be explained by somebody. */
  alsoNamed: Map<string, number>;
  /** Suggested targets against those of the truth. */
  suggestions: { right: number; none: string[]; wrong: string[] };
}

/** What rules say about data that identifies people. */
const personalWarning = /contact details|of a person/;

export function judgeFile(file: KnownFile, checked: CheckedFile): Judgement {
  const verdicts = file.truth
    .filter(({ expect }) => expect !== 'open')
    .map((truth) => ({ truth, ...judge(truth, checked) }));
  const outside = checked.tables.flatMap((table) =>
    table.problems
      .filter((problem) => !isExpected(problem, table, file.truth))
      .map((problem) => ({ ...problem, table: table.name })),
  );
  const alsoNamed = new Map<string, number>();
  for (const { rule } of outside.filter(({ canOverride }) => canOverride)) {
    alsoNamed.set(rule, (alsoNamed.get(rule) ?? 0) + 1);
  }
  return {
    verdicts,
    wronglyRefused: [
      ...outside.filter(({ canOverride }) => !canOverride).map((problem) => `${problem.table} ${told(problem)}`),
      ...checked.tables.flatMap((table) => wronglyLeftOut(table, file.truth)),
      ...checked.tables.flatMap(({ name, refusal }) =>
        refusal === null ? [] : [`${name} mapping refused: ${refusal}`],
      ),
    ],
    alsoNamed,
    suggestions: judgeSuggestions(file, checked),
  };
}

function judge(truth: TruthRow, checked: CheckedFile): Omit<Verdict, 'truth'> {
  switch (truth.expect) {
    case 'persons': {
      // Raw data has people, aggregated data cases, which only the list counts.
      const published = checked.kind === 'raw' ? [checked.published?.persons ?? null] : [];
      return compare([checked.n, ...published], truth.what);
    }
    case 'ages': {
      const ages = checked.published?.ages;
      return compare([ages ? `${Math.floor(ages.start)} to ${Math.floor(ages.end)}` : null], truth.what);
    }
    case 'test-year':
      return compare([checked.published?.years.join(' ') ?? null], truth.what);
    default:
      return judgeInTable(truth, checked.tables.find(({ name }) => name === truth.table) ?? checked.tables[0]);
  }
}

const compare = (found: (string | number | null)[], expected: string) => ({
  isRight: found.every((one) => String(one) === expected),
  found: found.join(', published '),
});

function judgeInTable(truth: TruthRow, table: CheckedTable | undefined): Omit<Verdict, 'truth'> {
  if (!table) return { isRight: truth.expect === 'no-table', found: 'no such table' };
  const inRow = table.problems.filter(({ row }) => row === truth.row);
  const inColumn = inRow.filter(({ cell }) => truth.column === '' || lettersOf(cell) === truth.column);
  const inWholeColumn = table.problems.filter(({ cell }) => lettersOf(cell) === truth.column);
  const aboutColumn = inWholeColumn.filter(({ row }) => row === null);
  const list = (problems: Problem[]) => problems.map(told).join('; ');
  switch (truth.expect) {
    case 'no-table':
      return { isRight: table.leftOut !== null, found: table.leftOut ?? 'taken for data' };
    case 'no-person': {
      const range = rowLeftOut(table, truth.row);
      return { isRight: !!range && inRow.length === 0, found: range?.reason ?? `taken for data; ${list(inRow)}` };
    }
    case 'no-flag': {
      const found = truth.row === null ? inWholeColumn : inColumn;
      return { isRight: found.length === 0, found: list(found.slice(0, 5)) };
    }
    case 'personal': {
      const found = inWholeColumn.filter(({ warning }) => personalWarning.test(warning));
      return {
        isRight: found.length > 0,
        found: list(found.slice(0, 3)) || `nothing, mapped to ${targetOf(table, truth)}`,
      };
    }
    default: {
      const candidates = truth.row === null ? inWholeColumn : inRow;
      const isRight = candidates.some(({ canOverride }) => truth.expect === 'flag' || !canOverride);
      return {
        isRight,
        found: list(inColumn.length > 0 ? inColumn : candidates) || notNamed(table, truth, aboutColumn),
      };
    }
  }
}

function notNamed(table: CheckedTable, truth: TruthRow, aboutColumn: Problem[]): string {
  const range = rowLeftOut(table, truth.row);
  const leftOut = range ? `row left out (${range.reason}); ` : '';
  const column = aboutColumn.length > 0 ? `; about the column: ${aboutColumn.map(told).join('; ')}` : '';
  return `${leftOut}nothing, mapped to ${targetOf(table, truth)}${column}`;
}

function targetOf(table: CheckedTable, { column }: TruthRow): string {
  const name = table.columns.find(({ letters }) => letters === column)?.name ?? '';
  return table.targets.get(name)?.key ?? 'nothing';
}

const lettersOf = (cell: string) => cell.split('/')[0] ?? '';
const told = ({ cell, rule, canOverride, warning }: Problem) =>
  `${cell || 'table'} ${rule}${canOverride ? '' : '!'} ${warning}`;

const rowLeftOut = (table: CheckedTable, row: number | null) =>
  table.rowsLeftOut.find(({ from, to }) => row !== null && from <= row && row <= to);

const isIn = (table: CheckedTable, truth: TruthRow) => truth.table === table.name || truth.table === '';

/** Whether the truth knows a fault where the problem is. */
function isExpected({ cell, row }: Problem, table: CheckedTable, truth: TruthRow[]): boolean {
  return truth.some((one) => {
    if (!isIn(table, one) || one.expect === 'no-flag') return false;
    if (one.expect === 'no-table') return true;
    if (one.row !== null && one.expect !== 'personal') return one.row === row;
    return one.column !== '' && one.column === lettersOf(cell);
  });
}

/** Rows with values that the truth takes for people, and tables that it takes for data. */
function wronglyLeftOut(table: CheckedTable, truth: TruthRow[]): string[] {
  const own = truth.filter((one) => isIn(table, one));
  if (own.some(({ expect }) => expect === 'no-table')) return [];
  if (table.leftOut !== null) return [`${table.name} left out (${table.leftOut})`];
  const known = new Set(own.filter(({ expect }) => expect === 'no-person' || expect === 'open').map(({ row }) => row));
  return table.rowsLeftOut
    .filter(({ reason, from }) => reason !== 'blank' && from >= table.firstRow)
    .flatMap(({ from, to, reason }) =>
      Array.from({ length: to - from + 1 }, (_, i) => from + i)
        .filter((row) => !known.has(row))
        .map((row) => `${table.name} row ${row} left out (${reason})`),
    );
}

function judgeSuggestions(file: KnownFile, checked: CheckedFile): Judgement['suggestions'] {
  const outcome: Judgement['suggestions'] = { right: 0, none: [], wrong: [] };
  const tables = checked.tables.filter(
    ({ name }) => !file.truth.some(({ expect, table }) => expect === 'no-table' && table === name),
  );
  for (const { name, columns, targets } of tables) {
    for (const { letters, name: header } of file.meanings.length > 0 ? columns : []) {
      const meant = file.meanings.find(({ column }) => column === letters)?.target ?? '';
      const found = targets.get(header);
      const text = found ? `${found.key}|${found.unit}` : '';
      const where = `${name} ${letters} '${header}': ${text || 'nothing'} for ${meant || 'nothing'}`;
      if (meant.endsWith('?') || isSame(meant, found)) outcome.right += 1;
      else if (found) outcome.wrong.push(where);
      else outcome.none.push(where);
    }
  }
  return outcome;
}

/** A target without a unit is the same in any unit. Plain 'sex' reads all words. */
function isSame(meant: string, found: { key: string; unit: string } | undefined): boolean {
  if (meant === '' || !found) return meant === '' && (!found || found.key === 'ignore');
  const [key, unit] = meant.split('|');
  const wordUnits = ['', 'm/f', 'm/w'];
  if (key === 'sex' && wordUnits.includes(unit ?? '')) return found.key === key && wordUnits.includes(found.unit);
  return key === found.key && (unit === undefined || unit === found.unit);
}
