/** Form name, and id, of the public note on a correction of metadata. */
export const correctionNote = 'correctionNote';

/** Form name of the digests of the fields as they were saved when the form was rendered (`baseOf`). */
export const correctionBase = 'correctionBase';
