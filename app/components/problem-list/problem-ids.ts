/** Id of a problem's line, by the id of the problem. */
export function problemRowId(id: string): string {
  return `problem-${id}`;
}

export function commentFieldId(id: string): string {
  return `comment-${id}`;
}

/** Id of a data cell or a column's head in the grid, by its name: 'C/17' is 'cell-C-17'. */
export function gridCellId(cell: string): string {
  return `cell-${cell.replace('/', '-')}`;
}

export const saveButtonId = 'save-comments';
export const commentHintId = 'comment-hint';
export const goneCommentsId = 'gone-comments';
