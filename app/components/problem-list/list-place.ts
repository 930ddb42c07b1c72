import { ProblemSeveritySchema, type ProblemSeverity } from '@domain/api/problems';

import type { Entries } from '~/forms/form-entries';

/** Part of a table's problems shown on a page, as in its address. */
export interface ProblemListQuery {
  table: string | null;
  /** Letters of a column, or 'table'. */
  column: string | null;
  severity: ProblemSeverity | null;
  /** Group of which all cells are listed. */
  group: string | null;
  /** Number of lines before the page. */
  offset: number;
  /** Whether the list is as high as its content instead of 120 px. */
  isTall: boolean;
}

/** Accepts any text, because it comes from an address or a form. */
export function readListPlace(query: { get(name: string): string | null }): ProblemListQuery {
  const severity = ProblemSeveritySchema.safeParse(query.get('severity'));
  const offset = Math.trunc(Number(query.get('offset')));
  return {
    table: query.get('table'),
    column: query.get('column') || null,
    severity: severity.success ? severity.data : null,
    group: query.get('group') || null,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    isTall: query.get('list') === 'tall',
  };
}

/** Address of a page of problems with the choices in its form: filter and height of the list. */
export function changedPlace(page: string, entries: Entries): string {
  const { pathname, searchParams } = new URL(page, 'http://page');
  const position = readListPlace(searchParams);
  const chosen = readListPlace(new URLSearchParams(entries.map(([name, value]) => [name, value])));
  const { isTall, column, severity } = chosen;
  const isFiltered = entries.some(([name]) => name === 'severity');
  const isSame = !isFiltered || (column === position.column && severity === position.severity);
  return pathname + listQuery(isSame ? { ...position, isTall } : { ...position, isTall, column, severity, offset: 0 });
}

/** Query of the address of a place, with its '?'. */
export function listQuery({ table, column, severity, group, offset, isTall }: ProblemListQuery): string {
  const parts = {
    table,
    column,
    severity,
    group,
    offset: offset > 0 ? String(offset) : null,
    list: isTall ? 'tall' : null,
  };
  const set = Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return `?${new URLSearchParams(set)}`;
}
