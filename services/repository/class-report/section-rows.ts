import type { ClassTable } from '@domain/api/class-report';
import { maxClassColumns } from '@domain/limits';

import { rankTargets, suggestionRules } from '../suggestions';

/** Lines above the girls and above the boys of a list, alone in their row, also with how many they are. */
const count = /(?:[\s:(\u2013\u2014-]+(?:n\s*=\s*)?\d{1,3}\s*\)?)?\s*:?$/;
const girls = new RegExp(`^(?:mädchen|mädels?|girls?|weiblich|female)${count.source}`, 'i');
const boys = new RegExp(`^(?:knaben?|jungen|jungs|buben|boys?|männlich|male)${count.source}`, 'i');

/**
 * A table of which the girls and the boys have a line above them, as class lists do, with a column for their sex in its
 * place; the lines are no children. A table with a column that tells the sex gets no other one, and tables without both
 * lines are returned unchanged.
 */
export function withSections(table: ClassTable): ClassTable {
  const { columns, rows, firstRow, leftOut } = table;
  const lines = rows.map(sectionOf);
  const found = lines.flatMap((line) => line ?? []);
  if (!found.some((line) => girls.test(line)) || !found.some((line) => boys.test(line))) return table;
  const headings = lines.flatMap((text, index) => {
    const row = firstRow + index;
    const isKnown = leftOut.some(({ from, to }) => row >= from && row <= to);
    return text === null || isKnown ? [] : [{ from: row, to: row, reason: 'header' as const, text }];
  });
  const without = { ...table, leftOut: [...leftOut, ...headings].sort((a, b) => a.from - b.from) };
  const name = found.some((line) => /^(girl|boy|female|male)/i.test(line)) ? 'Sex' : 'Geschlecht';
  const isTaken = columns.length === maxClassColumns || columns.some((column) => column.name === name);
  if (isTaken || tellsSex(table, lines)) return without;
  let section = '';
  const filled = rows.map((row, index) => {
    section = lines[index]?.replace(count, '') ?? section;
    const isChild = lines[index] === null && row.some((cell) => cell.trim() !== '');
    return [...row, isChild ? section : ''];
  });
  return { ...without, columns: [...columns, { name, info: null, dates: null }], rows: filled };
}

/** Whether a column is about the sex, as its header says, and has cells besides the lines. */
function tellsSex({ columns, rows }: ClassTable, lines: readonly (string | null)[]): boolean {
  return columns.some(({ name }, index) => {
    const [first] = rankTargets(suggestionRules, 'raw', { name, label: null, valueLabels: {}, samples: [] });
    return first?.target.key === 'sex' && rows.some((row, at) => lines[at] === null && row[index]?.trim());
  });
}

/** The girls or boys that a row announces; null for other rows. */
function sectionOf(row: readonly string[]): string | null {
  const [text = '', ...others] = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return others.length === 0 && (girls.test(text) || boys.test(text)) ? text : null;
}
