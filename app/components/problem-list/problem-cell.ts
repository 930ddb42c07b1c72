import type { Problem } from '@domain/api/mapping';

/** Translates keys of the namespace 'check'. */
type Translate = (key: string, values?: { count: number; column: string }) => string;

/** Name of a problem's cell on the screens: 'C/17', 'C', '12 more cells in C', 'whole table'. */
export function problemCell({ cell, more }: Pick<Problem, 'cell' | 'more'>, t: Translate): string {
  const [column = ''] = cell.split('/');
  if (cell === '') return t('wholeTable');
  return more > 0 ? t('more', { count: more, column }) : cell;
}
