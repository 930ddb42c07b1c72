/** SQLSTATE of a statement that took longer than it may, or was stopped. */
export const queryCanceled = '57014';

/** PostgreSQL's code of an error (SQLSTATE), which drizzle wraps in one of its own; '' if it has none. */
export function sqlStateOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } | null };
  return [cause?.code, code].find((each) => typeof each === 'string') ?? '';
}
