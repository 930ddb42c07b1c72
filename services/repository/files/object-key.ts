const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,7}$/;

/** Answers `key` when it may name an object: parts of ids between slashes, none beginning with a dot. */
export function checkedKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`);
  return key;
}
