/** Id of the field of the letter about a decision. */
export const letterFieldId = 'letter-text';
