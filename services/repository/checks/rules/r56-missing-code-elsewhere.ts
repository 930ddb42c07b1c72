import type { CheckedColumn } from '../checked-table';
import { sqlText } from '../../context/table-engine';
import { missingValueCodes } from '../../vocabulary/cell-patterns';
import { isMeasured } from '../cell-sql';
import type { FoundGroup, RowsRule, RuleContext } from '../rule';
import { parameterFormatter } from './rule-message';

/** Fewer occurrences may be mistakes of another kind. Own estimate. */
const minTimes = 2;
/**
 * Own estimates: a positive code must occur that much more often than the numbers around it (`share` of it on each side).
 * A few cells are quickly looked at, so less is enough for them.
 */
const minExcess = { factor: 4, share: 0.1 };
const fewCells = { most: 5, factor: 1.5 };

/** Value that stands for 'missing' in another column: -9 among results of stand and reach. */
export const r56: RowsRule = {
  id: 'R56',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{c}}: {{v}} may mean ‘missing’ as in {{a}}.',
    de: '{{c}}: {{v}} bedeutet vielleicht „fehlend“ wie in {{a}}.',
  },
  find: async (look) => {
    const codes = codesIn(look);
    if (codes.size === 0) return [];
    const named = new Set(look.found().flatMap(({ rule, column }) => (rule === 'R09' ? [column] : [])));
    const tests = [];
    for (const column of look.table.columns.filter((one) => isMeasured(one) && !named.has(one.position))) {
      const suspects = await suspectsOf(look, column, codes);
      if (suspects.length > 0) tests.push({ column, sql: suspectsSql(look, column, suspects, codes) });
    }
    return tests;
  },
  formatParameters: parameterFormatter('v'),
};

/**
 * Codes that stand for 'missing' in a column, with the name of the first one: found by R09, or impossible more than once
 * in the table.
 */
function codesIn(look: RuleContext): Map<number, string> {
  const codes = new Map<number, { name: string; times: number }>();
  for (const group of look.found()) {
    const name = look.table.columns.find(({ position }) => position === group.column)?.name;
    for (const code of name === undefined ? [] : codesOf(group)) {
      const known = codes.get(code);
      codes.set(code, { name: known?.name ?? name ?? '', times: (known?.times ?? 0) + 1 });
    }
  }
  return new Map([...codes].flatMap(([code, { name, times }]) => (times >= minTimes ? [[code, name]] : [])));
}

/** The codes among the cells of a group, each as often as it counts. */
function codesOf({ rule, parameters, cells }: FoundGroup): number[] {
  if (rule === 'R09') return Array.from({ length: minTimes }, () => Number(parameters.v));
  if (rule !== 'R02') return [];
  return cells.map(({ value }) => Number(value)).filter((value) => missingValueCodes.includes(value));
}

/** The codes that occur in a column; a positive one only if it is more frequent than the numbers around it. */
async function suspectsOf(look: RuleContext, column: CheckedColumn, codes: Map<number, string>): Promise<number[]> {
  const reading = `n${column.position}`;
  const all = [...codes.keys()];
  const counts = all.map((code, index) => {
    const width = Math.ceil(Math.abs(code) * minExcess.share);
    const isNear = `${reading} between ${code - width} and ${code + width} and ${reading} <> ${code}`;
    return `count_if(${suspectSql(look, column, code)}) as times${index}, count_if(${isNear}) / ${2 * width} as near${index}`;
  });
  const [row = {}] = await look.ask(`select ${counts.join(', ')} from ${look.cells([column])}`);
  return all.filter((code, index) => {
    const [times, near] = [Number(row[`times${index}`]), Number(row[`near${index}`])];
    const { factor } = times <= fewCells.most ? fewCells : minExcess;
    return code < 0 ? times > 0 : times >= minTimes && times > factor * near;
  });
}

/** A cell with the code, written without decimals, that no other rule names. */
function suspectSql(look: RuleContext, column: CheckedColumn, code: number): string {
  return `(n${column.position} = ${code} and ${look.cellOf(column).value} = '${code}' and not ${look.hit(column, 'any')})`;
}

function suspectsSql(look: RuleContext, column: CheckedColumn, suspects: number[], codes: Map<number, string>): string {
  const { value } = look.cellOf(column);
  const names = suspects.map((code) => `when ${code} then ${sqlText(codes.get(code) ?? '')}`);
  const isSuspect = suspects.map((code) => suspectSql(look, column, code)).join(' or ');
  return `select "row", ${value} as value, ${value} as v, case n${column.position} ${names.join(' ')} end as a
    from ${look.cells([column])} where ${isSuspect}`;
}
