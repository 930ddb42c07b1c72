import { data, redirect } from '@remix-run/node';

import type { FormEntries } from '~/auth/draft-store';
import { refuseOtherAccount, requireUserOrKeepForm } from '~/auth/guards';
import type { ShownConflict } from '~/components/workflow/form-versions';
import type { FormError } from '~/forms/error-summary';
import { readOpened } from '~/forms/opened-form';
import { readEntries } from '~/forms/read-form.server';
import { formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';
import { chooseVersion } from './choose-version.server';
import { findConflict, FormConflict } from './form-conflict.server';
import { joinWindows } from './join-windows.server';
import { contentOf, mostFieldsOf, orTooLarge, setAside, typedIn, type KeptForm } from './kept-form.server';

/**
 * Reads a form that holds typed text. When nobody is signed in any more, it is kept and sign-in follows.
 * Orders about its versions are carried out on the way, and what another window changed apart is taken over.
 */
export async function readKeptForm(request: Request, context: LoadContext, kept: KeptForm): Promise<FormEntries> {
  await requireUserOrKeepForm(context, async () => {
    const entries = await readEntries(request, mostFieldsOf(kept));
    const page = kept.pageOf?.(entries) ?? kept.page;
    return { ...kept, page, entries: contentOf(entries), opened: readOpened(entries) };
  });
  const entries = await readEntries(request, mostFieldsOf(kept));
  refuseOtherAccount(context, { page: kept.page, entries: contentOf(entries), opened: readOpened(entries) });
  return joinWindows(context, kept, await chooseVersion(context, kept, entries));
}

/**
 * Keeps what a form holds as its draft, unchecked. Where another window has drafted or saved it since it was
 * opened, nothing is written over: it is set aside, and the answer says so. Null when all went well.
 */
export async function keepDraft(
  context: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
): Promise<FormConflict | null> {
  const content = await typedIn(kept, entries);
  const opened = readOpened(entries);
  if (content.length === 0) {
    await context.drafts.drop(kept.form, kept.object, opened);
    return null;
  }
  const { newer } = await orTooLarge(context.drafts.write(kept.form, kept.object, content, opened));
  if (!newer) return null;
  await setAside(context, kept, entries);
  return findConflict(context, kept, entries, newer.changedAt);
}

/** 'Save draft': keeps what is typed, unchecked, and says so on the page; `refuse` shows the form again. */
export async function saveDraft<Again>(
  context: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
  refuse: (conflict: FormConflict) => Again,
): Promise<Response | Again> {
  const conflict = await keepDraft(context, kept, entries);
  if (conflict) return refuse(conflict);
  const time = formatTime(new Date().toISOString(), context.language, context.timeZone);
  context.flash.set({ kind: 'success', key: 'forms:draftSaved', values: { time } });
  return redirect(kept.page, 303);
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
 * Runs a save of what `entries` hold, which are kept as a draft first, so that they survive whatever follows.
 * Answers null when it went well, and drops the draft; otherwise the refusal, which is a FormConflict when
 * another window was first.
 */
export async function trySave(
  context: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
  save: () => Promise<unknown>,
): Promise<RepositoryError | null> {
  const conflict = await keepDraft(context, kept, entries);
  if (conflict) return conflict;
  const refusal = await attempt(save);
  if (refusal === null) await context.drafts.settle(kept.form, kept.object, readOpened(entries));
  if (refusal?.code !== 'saved-elsewhere') return refusal;
  const { savedAt } = refusal.problem;
  return findConflict(context, kept, entries, typeof savedAt === 'string' ? savedAt : null);
}

/** The form once more with its errors, as it was typed. */
export function showAgain(
  entries: FormEntries,
  status: number,
  errors: FormError[],
  conflict: ShownConflict | null = null,
) {
  return data({ hasErrors: true, errors, entries, conflict }, { status });
}
export type FormAgain = ReturnType<typeof showAgain>;

/** The form once more, with the sentence of a refusal. */
export function showRefusal(context: LoadContext, refusal: RepositoryError, entries: FormEntries): FormAgain {
  const conflict = conflictOf(refusal);
  return showAgain(entries, refusal.status, [errorOf(refusal, context)], conflict);
}

/** What a form shows of another window that was first; null for any other refusal. */
export function conflictOf(refusal: RepositoryError): ShownConflict | null {
  return refusal instanceof FormConflict ? refusal.shown : null;
}

/** A refusal as an error of the whole form, which leads to the choice between versions where there is one. */
export function errorOf(refusal: RepositoryError, context: LoadContext): FormError {
  return { message: sentenceOf(refusal, context), fieldId: conflictOf(refusal) && 'other-version' };
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
