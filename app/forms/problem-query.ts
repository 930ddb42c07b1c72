import { type ProblemSeverity, ProblemSeveritySchema } from '@domain/api/problems';
import type { Entries } from '~/forms/form-entries';

/** Query of the problem list: the problems of a table that a page shows. */
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

/** Reads the query from an address or a form. Values that are not valid are ignored. */
export function readListQuery(query: { get(name: string): string | null }): ProblemListQuery {
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

/** Address of a page of problems with the filter and the height of the list that its form chooses. */
export function changedAddress(page: string, entries: Entries): string {
  const { pathname, searchParams } = new URL(page, 'http://page');
  const current = readListQuery(searchParams);
  const chosen = readListQuery(new URLSearchParams(entries.map(([name, value]) => [name, value])));
  const { isTall, column, severity } = chosen;
  const isFiltered = entries.some(([name]) => name === 'severity');
  const isSame = !isFiltered || (column === current.column && severity === current.severity);
  return pathname + listQuery(isSame ? { ...current, isTall } : { ...current, isTall, column, severity, offset: 0 });
}

/** The query as part of an address, with its '?'. */
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
