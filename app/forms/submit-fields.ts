import { UploadIdSchema } from '@domain/upload-id';

/** Form name of the version of another upload that is offered to be submitted too. */
export function versionField(id: string): string {
  return `version-${id}`;
}

/** Id of the box that confirms differing numbers of persons. */
export const personsFieldId = 'persons-confirmed';

/** The upload ids among the values of `also` in an address or a form. */
export function tickedIn(also: string[]): string[] {
  return also.filter((id) => UploadIdSchema.safeParse(id).success);
}
