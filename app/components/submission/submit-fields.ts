/** Form name of the version of another upload that can be submitted as well. */
export function versionField(id: string): string {
  return `version-${id}`;
}
