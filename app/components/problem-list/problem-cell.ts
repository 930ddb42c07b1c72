/** Cells that a line of the list is about. */
export interface NamedPlace {
  /** 'C/17', 'C', or '' for the table. */
  cell: string;
  /** Number of further cells that the line covers. */
  more: number;
  /** Number of all cells, for a line about a group. */
  all: number;
}

/** Translates keys of the namespace 'check'. */
type Translate = (key: string, values?: { count?: number; column?: string; cell?: string }) => string;

const columnOf = ({ cell }: NamedPlace) => cell.split('/')[0] ?? '';

/** Name of a line's cell: 'C/17', 'C', '12 more cells in C', 'all 32 cells of C', 'whole table'. */
export function placeName(position: NamedPlace, t: Translate): string {
  const column = columnOf(position);
  if (position.all > 0) return t('all', { count: position.all, column });
  if (position.cell === '') return t('wholeTable');
  return position.more > 0 ? t('more', { count: position.more, column }) : position.cell;
}

/** Label of the comment field. */
export function commentLabel(position: NamedPlace, t: Translate): string {
  const column = columnOf(position);
  if (position.all > 0) return t('commentOn.all', { count: position.all, column });
  if (position.cell === '') return t('commentOn.table');
  if (position.more > 0) return t('commentOn.more', { count: position.more, column });
  return t('comment', { cell: position.cell });
}

/** Id of a problem's line. */
export function problemRowId(id: string): string {
  return `problem-${id}`;
}

export function commentFieldId(id: string): string {
  return `comment-${id}`;
}

/** Id of a data cell or column header in the grid: 'C/17' is 'cell-C-17'. */
export function gridCellId(cell: string): string {
  return `cell-${cell.replace('/', '-')}`;
}

export const saveButtonId = 'save-comments';
export const commentHintId = 'comment-hint';
