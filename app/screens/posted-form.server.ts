import { data, redirect } from '@remix-run/node';

import type { DraftForm, FormEntries } from '~/auth/draft-store';
import { requireUserOrKeepForm } from '~/auth/guards';
import type { ShownDraft } from '~/components/workflow/draft-note';
import type { FormError } from '~/forms/error-summary';
import { readEntries } from '~/forms/read-form.server';
import { formatDateTime, formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';

/** A form whose content is kept: what it is about, and the page that shows it. */
export interface KeptForm {
  form: DraftForm;
  object: string;
  page: string;
}

/** Reads a form that holds typed text. When nobody is signed in any more, it is kept and sign-in follows. */
export async function readKeptForm(
  request: Request,
  context: LoadContext,
  kept: KeptForm,
): Promise<FormEntries> {
  await requireUserOrKeepForm(context, async () => ({ ...kept, entries: await readEntries(request) }));
  return readEntries(request);
}

/** The draft of a form and how the screen tells of it; null when there is none. */
export async function findDraft(
  context: LoadContext,
  { form, object }: KeptForm,
): Promise<{ entries: FormEntries; shown: ShownDraft } | null> {
  const draft = await context.drafts.find(form, object);
  if (!draft) return null;
  const time = formatDateTime(draft.savedAt, context.language, context.timeZone);
  return { entries: draft.entries, shown: { time, rescued: draft.rescued } };
}

/** 'Save draft': keeps what is typed, unchecked, and says so on the page. */
export async function saveDraft(
  context: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
): Promise<Response> {
  const { savedAt } = await context.drafts.save(kept.form, kept.object, withoutIntent(entries));
  const time = formatTime(savedAt, context.language, context.timeZone);
  context.flash.set({ kind: 'success', key: 'forms:draftSaved', values: { time } });
  return redirect(kept.page, 303);
}

/** 'Discard draft': the form shows what is saved again. */
export async function discardDraft(context: LoadContext, kept: KeptForm): Promise<Response> {
  await context.drafts.remove(kept.form, kept.object);
  context.flash.set({ kind: 'note', key: 'uploads:draft.discarded' });
  return redirect(kept.page, 303);
}

/** Entries without the button that sent them: a draft is content, not an order. */
export function withoutIntent(entries: FormEntries): FormEntries {
  return entries.filter(([name]) => name !== 'intent' && name !== 'confirmed');
}

/** Runs a call; answers null when it went well and otherwise the refusal. */
export async function attempt(call: () => Promise<unknown>): Promise<RepositoryError | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof RepositoryError) return error;
    throw error;
  }
}

/**
 * Runs a save of what `entries` hold. Answers null when it went well, and drops the draft; otherwise the
 * refusal. When the repository itself failed, the entries become a draft first, so that they survive
 * whatever follows.
 */
export async function trySave(
  context: LoadContext,
  { form, object }: KeptForm,
  entries: FormEntries,
  save: () => Promise<unknown>,
): Promise<RepositoryError | null> {
  const refusal = await attempt(save);
  if (refusal === null) await context.drafts.remove(form, object);
  else if (refusal.status >= 500) await context.drafts.save(form, object, withoutIntent(entries));
  return refusal;
}

/** The form once more with its errors, as it was typed. */
export function showAgain(entries: FormEntries, status: number, errors: FormError[]) {
  return data({ hasErrors: true, errors, entries }, { status });
}
export type FormAgain = ReturnType<typeof showAgain>;

/** The form once more, with the sentence of a refusal. */
export function showRefusal(context: LoadContext, refusal: RepositoryError, entries: FormEntries): FormAgain {
  return showAgain(entries, refusal.status, [{ message: sentenceOf(refusal, context), fieldId: null }]);
}

/** The form once more, because a template needs a name. */
export function askTemplateName(context: LoadContext, entries: FormEntries): FormAgain {
  const message = translate(context.language)('errors:template-name-missing');
  return showAgain(entries, 400, [{ message, fieldId: 'template-name' }]);
}

/** The sentence of a refusal; the one for silence when the repository gave none. */
export function sentenceOf(error: RepositoryError, context: LoadContext): string {
  return error.sentence || translate(context.language)('errors:unavailable');
}

/** Drops everything that was kept for an upload that is gone. */
export async function removeDrafts(
  { drafts }: LoadContext,
  id: string,
  tables: readonly { name: string }[],
): Promise<void> {
  await drafts.remove('metadata', id);
  // What was set aside when a corrected file came.
  await drafts.remove('comments', id);
  for (const { name } of tables) {
    await drafts.remove('mapping', `${id}/${name}`);
    await drafts.remove('comments', `${id}/${name}`);
  }
}
