/** Whether an error of the file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** For `catch`: a file that somebody removed a moment ago is null, any other error is thrown. */
export function missingAsNull(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
