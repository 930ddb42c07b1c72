import type { FormError } from '~/forms/error-summary';

const prefix = 'target-';

/** Id of the select that maps a column. */
export function targetFieldId(letters: string): string {
  return prefix + letters;
}

/** Errors for the summary: those at columns of other pages lead nowhere. */
export function linkedErrors(errors: readonly FormError[], shown: readonly { letters: string }[]): FormError[] {
  const ids = new Set(shown.map(({ letters }) => targetFieldId(letters)));
  return errors.map((error) =>
    error.fieldId?.startsWith(prefix) && !ids.has(error.fieldId) ? { ...error, fieldId: null } : error,
  );
}
