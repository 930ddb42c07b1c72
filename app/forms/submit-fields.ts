import { UploadIdSchema } from '@domain/upload-id';

import { type Entries, entryValue } from './form-entries';

/** Form name of the version of another upload that is offered to be submitted too. */
export function versionField(id: string): string {
  return `version-${id}`;
}

/** Id of the box that confirms differing numbers of persons. */
export const personsFieldId = 'persons-confirmed';

/** Name and id of the field that asks what is new in a version. */
export const newsField = 'news';
export const newsFieldId = 'news-text';

/** What is new, with line breaks as they are stored. */
export function newsIn(entries: Entries): string {
  return entryValue(entries, newsField).replaceAll('\r\n', '\n');
}

/** The upload ids among the values of `also` in an address or a form. */
export function tickedIn(also: string[]): string[] {
  return also.filter((id) => UploadIdSchema.safeParse(id).success);
}
