import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { type AccountOrder, AccountOrderSchema } from '@domain/api/administered-accounts';
import { emailSchema } from '@domain/email-address';
import { shortName } from '@domain/short-name';
import { isStorable } from '@domain/text';

import { requireAdmin } from '~/auth/guards';
import { openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySend } from '~/drafts/post-draft.server';
import { type Entries, entryValue, readIntent } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { changeAccount, readAccount } from '~/repository-client/administration';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { accountEntries, accountFieldOf, accountForm, accountMeaning } from '~/screens/account-form.server';
import { pressButton } from '~/screens/administration.server';
import { conflictOf, fieldErrors, messageOf, redisplayForm, showRefusal } from '~/screens/posted-form.server';

/** Longest id of an account; longer addresses lead to none. */
const maxIdCharacters = 255;

/**
 * The account, with the draft of the form that corrects it. Throws the failure page if there is none; what was typed about
 * it after the end of a session goes then, because nobody could tell whether the account still existed.
 */
export async function loadAccount(context: LoadContext, id: string) {
  requireId(id);
  const form = accountForm(context, id);
  const reading = readAccount(context, id);
  if ((await attempt(() => reading))?.status === 404) await context.drafts.remove(form.kind, form.object);
  const view = await orFailurePage(reading);
  const proposed = accountEntries(view.account);
  const { entries, versions } = await openForm(context, form, {
    savedTag: view.account.version,
    meaningOf: (draft) => accountMeaning(draft ?? proposed),
  });
  return { ...view, entries: entries ?? proposed, versions };
}

/** Carries out the button that the address names, or corrects the account. Every refusal shows the page again. */
export async function changeShownAccount(request: Request, context: LoadContext, id: string) {
  requireId(id);
  const act = new URL(request.url).searchParams.get('act');
  if (act === null) return correctAccount(request, context, id);
  return pressButton(request, context, {
    page: paths.administrationAccount(id),
    press: async (entries) => {
      const order = orderOf(act, entries);
      if (!order) return null;
      await changeAccount(context, id, order);
      const key = `administration:done.${order.act}`;
      return 'role' in order ? { key, values: { role: order.role } } : key;
    },
  });
}

const nameMissing = 'administration:account.nameMissing';
const emailInvalid = 'errors:account-email-invalid';
const CorrectionSchema = z.object({
  name: z.string(nameMissing).refine((name) => shortName(name) !== '', nameMissing),
  email: z.string(emailInvalid).pipe(emailSchema({ missing: emailInvalid, invalid: emailInvalid })),
});

async function correctAccount(request: Request, context: LoadContext, id: string) {
  const form = accountForm(context, id);
  if (context.user) requireAdmin(request, context);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  // Both errors at once; the repository tells the first one.
  const read = await readForm(entries, CorrectionSchema);
  if (read.status !== 'success')
    return redisplayForm(
      entries,
      400,
      fieldErrors(context, read.reply(), (name) => name),
    );
  const value = (name: string) => entryValue(entries, name);
  const order = { act: 'correct', name: value('name'), email: value('email'), version: value('version') } as const;
  const refusal = await trySend(context, form, entries, () => changeAccount(context, id, order));
  if (refusal) {
    const fieldId = accountFieldOf[refusal.code];
    if (fieldId === undefined || conflictOf(refusal)) return showRefusal(context, refusal, entries);
    return redisplayForm(entries, refusal.status, [{ message: messageOf(refusal, context), fieldId }]);
  }
  context.flash.set({ kind: 'success', key: 'administration:done.correct' });
  return redirect(form.page, 303);
}

/** The order of a button; null if it is none of ours. */
function orderOf(act: string, entries: Entries): Exclude<AccountOrder, { act: 'correct' | 'merge' }> | null {
  const order = AccountOrderSchema.safeParse({
    act,
    role: entryValue(entries, 'role'),
    generation: Number(entryValue(entries, 'generation') || Number.NaN),
  });
  return order.success && order.data.act !== 'correct' && order.data.act !== 'merge' ? order.data : null;
}

function requireId(id: string): void {
  if (id === '' || id.length > maxIdCharacters || !isStorable(id)) throw new Response(null, { status: 404 });
}
