/** Reports an error by throwing it, for work that reports errors and goes on. */
export function throwError(error: unknown): never {
  throw error;
}
