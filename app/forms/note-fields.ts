/** Id of the field of a note to the board. */
export const noteFieldId = 'note-text';
