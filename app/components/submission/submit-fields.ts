/** Form name of the version of another upload that is offered to be handed in too. */
export function versionField(id: string): string {
  return `version-${id}`;
}
