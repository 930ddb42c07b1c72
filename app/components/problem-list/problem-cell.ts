import type { TFunction } from 'i18next';

import type { Problem } from '@domain/api/mapping';

/** Name of a problem's cell on the screens: 'C/17', 'C', '12 more cells in C', 'whole table'. */
export function problemCell({ cell, more }: Pick<Problem, 'cell' | 'more'>, t: TFunction<'check'>): string {
  if (cell === '') return t('wholeTable');
  return more > 0 ? t('more', { count: more, column: cell.split('/')[0] }) : cell;
}
