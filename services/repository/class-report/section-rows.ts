import type { ClassTable } from '@domain/api/class-report';
import { maxClassColumns } from '@domain/limits';

/** Lines above the girls and above the boys of a list, alone in their row. */
const girls = /^(mädchen|girls?|weiblich|female)\s*:?$/i;
const boys = /^(jungen|jungs|buben|boys?|männlich|male)\s*:?$/i;

/**
 * A table of which the girls and the boys have a line above them, as class lists do, with a column for their sex in its
 * place; the lines are no children. Tables without both lines, or with a column of this name, are returned unchanged.
 */
export function withSections(table: ClassTable): ClassTable {
  const { columns, rows, firstRow, leftOut } = table;
  const lines = rows.map(sectionOf);
  const found = lines.flatMap((line) => line ?? []);
  const name = found.some((line) => /^(girl|boy|f?emale|male)/i.test(line)) ? 'Sex' : 'Geschlecht';
  const isOfBoth = found.some((line) => girls.test(line)) && found.some((line) => boys.test(line));
  if (!isOfBoth || columns.length === maxClassColumns || columns.some((column) => column.name === name)) return table;
  let section = '';
  const filled = rows.map((row, index) => {
    section = lines[index]?.replace(/\s*:$/, '') ?? section;
    const isChild = lines[index] === null && row.some((cell) => cell.trim() !== '');
    return [...row, isChild ? section : ''];
  });
  const headings = lines.flatMap((text, index) => {
    const row = firstRow + index;
    const isKnown = leftOut.some(({ from, to }) => row >= from && row <= to);
    return text === null || isKnown ? [] : [{ from: row, to: row, reason: 'header' as const, text }];
  });
  return {
    ...table,
    columns: [...columns, { name, info: null, dates: null }],
    rows: filled,
    leftOut: [...leftOut, ...headings].sort((a, b) => a.from - b.from),
  };
}

/** The girls or boys that a row announces; null for other rows. */
function sectionOf(row: readonly string[]): string | null {
  const [text = '', ...others] = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return others.length === 0 && (girls.test(text) || boys.test(text)) ? text : null;
}
