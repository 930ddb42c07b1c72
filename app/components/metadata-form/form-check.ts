import { formTokenField } from '~/auth/same-origin-check';
import type { Entries } from '~/forms/form-entries';

/** What a form holds at this moment, as the browser would post it without a button. */
export function entriesIn(form: HTMLFormElement): Entries {
  return [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

/**
 * Asks the server about the title in a form (spec section 5): what is wrong with it, or null. Throws when
 * there is no answer to be had, as after the end of the session.
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
