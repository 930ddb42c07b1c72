import { redirect, redirectDocument } from '@remix-run/node';

import { redirectToLoginAndConfirm, loginAddress } from '~/auth/guards';
import { type FormEntries, readIntent } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext, UnsavedForm } from '~/load-context';
import { attempt, type RepositoryError } from '~/repository-client/transport';
import { contentOf, windowOf, type DraftableForm } from './draftable-form.server';
import { readFormSnapshot, withSnapshot } from './form-snapshot';
import { findConflict, storeDraft, type FormConflict } from './store-draft.server';
import { carryOutVersionOrder } from './version-orders.server';

/**
 * Reads a posted form whose text is stored before it is saved. Throws the response if the post is not to be carried
 * out: its session has ended, it belongs to another account, its object is gone, or it was an order about its versions.
 */
export async function readDraftableForm(
  request: Request,
  context: LoadContext,
  form: DraftableForm,
): Promise<FormEntries> {
  const entries = withSnapshot(await readEntries(request, form.maxFields));
  await admitForm(context, { ...form, page: form.pageOf?.(entries) ?? form.page }, entries);
  if ((await form.exists?.(readIntent(entries).verb)) === false) throw await showUnsaved(form, entries, 404);
  return carryOutVersionOrder(context, form, entries);
}

/**
 * Guard of posted forms that contain text. After the end of the session the text is stored for the account that
 * the cookie still names, and sign-in leads back to the form. If no account is known, or it is gone, or another one has
 * signed in, or the form is about a person who is gone, a page shows the text for copying (401, 409 or 404).
 */
export async function admitForm(context: LoadContext, form: DraftableForm, entries: FormEntries): Promise<void> {
  const unsaved = contentOf(entries);
  if (!context.user && unsaved.length === 0) throw redirectToLoginAndConfirm(context, form.page);
  const sender = await findSender(context, form, entries);
  if (sender === 'signed in') return;
  if (sender === 'signed out') throw redirectDocument(loginAddress(form.page), 303);
  throw await showUnsaved(form, entries, statusOf[sender]);
}

/** The page with the text of a form for copying (401, 404 or 409). */
export async function showUnsaved(form: DraftableForm, entries: FormEntries, status: number): Promise<Response> {
  const content = contentOf(entries);
  const unsaved = (await form.inWords?.(content)) ?? content;
  const about = form.kind === 'account' ? 'account' : 'upload';
  return Response.json({ unsaved, page: form.page, about } satisfies UnsavedForm, { status });
}

/** Senders of forms whose text is only shown for copying, with the status. */
const statusOf = { another: 409, unknown: 401, gone: 404 } as const;

/**
 * Finds the sender of a form. After the end of a session ('signed out') the text is stored, as a version beside the
 * draft if its window is too late. 'another': the form was rendered for another account than the one that is logged in.
 * 'unknown': no account is known, or it was deleted or merged while the form arrived. 'gone': the form is about a person
 * who is gone.
 */
async function findSender(
  { drafts, user }: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
): Promise<'signed in' | 'signed out' | keyof typeof statusOf> {
  const { kind, object } = form;
  const window = windowOf(form, entries);
  const isForeign = window.account !== '' && window.account !== drafts.account;
  if (isForeign && user) return 'another';
  if (drafts.account === null || isForeign || !(await drafts.hasAccount())) return 'unknown';
  if (user) return form.isAboutPerson && (await form.exists?.('')) === false ? 'gone' : 'signed in';
  const changedAt = await drafts.write(kind, object, contentOf(entries), window, { ifLow: 'refuse' });
  if (changedAt !== null) await drafts.stash(kind, object, contentOf(entries), window, 'conflict', 'refuse');
  return 'signed out';
}

/** Stores the draft of a form that script sends while it is being filled in. Responds with a message for the user. */
export async function autosave(context: LoadContext, form: DraftableForm, entries: FormEntries): Promise<Response> {
  const t = translate(context.language);
  const answer = (status: number, message: string) => Response.json({ message }, { status });
  const sender = await findSender(context, form, entries);
  if (sender === 'signed out') return answer(401, t('forms:autosave.ended'));
  if (sender === 'another') return answer(statusOf.another, t('forms:autosave.otherAccount'));
  if (sender === 'unknown') return answer(statusOf.unknown, t('forms:autosave.nobody'));
  if (sender === 'gone') return answer(statusOf.gone, t('errors:not-found'));
  const conflict = await storeDraft(context, form, entries, { byScript: true, ifLow: 'refuse' });
  if (conflict) return answer(409, `${conflict.userMessage} ${t('forms:autosave.kept')}`);
  return answer(200, t('forms:autosave.saved', { time: timeNow(context) }));
}

/** 'Save draft': redirects to the page of the form with a message. `refuse` shows the form again after a conflict. */
export async function saveDraft<Again>(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
  refuse: (conflict: FormConflict) => Again,
): Promise<Response | Again> {
  const conflict = await storeDraft(context, form, entries, { ifLow: 'refuse' });
  if (conflict) return refuse(conflict);
  context.flash.set({ kind: 'success', key: 'forms:draftSaved', values: { time: timeNow(context) } });
  return redirect(form.page, 303);
}

function timeNow({ language, timeZone }: LoadContext): string {
  return formatTime(new Date().toISOString(), language, timeZone);
}

/**
 * Saves a form whose text is stored as a draft first, if there is space, so that it survives whatever follows. Returns null if it was
 * saved, otherwise the refusal, which is a FormConflict if another window or program was first.
 */
export async function trySave(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
  save: () => Promise<unknown>,
): Promise<RepositoryError | null> {
  const conflict = await storeDraft(context, form, entries, { ifLow: 'leave-out' });
  if (conflict) return conflict;
  const refusal = await attempt(save);
  if (refusal === null) await context.drafts.settle(form.kind, form.object, readFormSnapshot(entries));
  if (refusal?.code !== 'saved-elsewhere') return refusal;
  const { savedAt, savedBy } = refusal.problem;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return findConflict(context, form, entries, { at: textOf(savedAt), by: textOf(savedBy) });
}

/**
 * Sends a form that is empty afterwards, whose text is stored as a draft first, as by `trySave`.
 * Returns null if it was sent, and forgets the draft: what was sent is no version of the next one. Otherwise the
 * refusal.
 */
export async function trySend(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
  send: () => Promise<unknown>,
): Promise<RepositoryError | null> {
  const refusal = (await storeDraft(context, form, entries, { ifLow: 'leave-out' })) ?? (await attempt(send));
  if (refusal === null) await context.drafts.remove(form.kind, form.object, readFormSnapshot(entries).windowId);
  return refusal;
}
