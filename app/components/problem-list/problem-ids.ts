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
