import { formTokenField } from '~/auth/same-origin-check';
import type { Entries } from '~/forms/form-entries';

/** Entries of a form, as the browser would post them without a button. */
export function entriesIn(form: HTMLFormElement): Entries {
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

/**
 * Checks the title of a form on the server (spec section 5). Returns the error or null. Throws if there is no response,
 * for example after the end of the session.
 */
export async function checkTitle(address: string, form: HTMLFormElement, title: string): Promise<string | null> {
  const token = form.elements.namedItem(formTokenField);
  const body = new URLSearchParams({ title });
  if (token instanceof HTMLInputElement) body.set(formTokenField, token.value);
  const answer = await fetch(address, { method: 'POST', body });
  const { message } = (await answer.json()) as { message?: string | null };
  if (message === undefined) throw new Error(`The check answered ${answer.status}.`);
  return message;
}
