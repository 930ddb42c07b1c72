import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { isInvitableEmail, MemberRightSchema, MemberScopeSchema } from '@domain/life/co-authors';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';

import { redirectToLoginAndConfirm, requireExpert, requireUser } from '~/auth/guards';
import { fieldId, type ShownForm, type TypedAct } from '~/components/sharing/sharing-forms';
import { openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySend } from '~/drafts/post-draft.server';
import type { FormError } from '~/forms/error-summary';
import { entryValue, type FormEntries, readIntent } from '~/forms/form-entries';
import { readEntries, readForm } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import {
  changeMember,
  endMember,
  endOffer,
  endOfferAsChair,
  inviteMember,
  offerAsChair,
  offerOwnership,
  readChairsOwner,
  readMembers,
} from '~/repository-client/members';
import { attempt, orFailurePage, type RepositoryError } from '~/repository-client/transport';

import { errorOf, redisplayForm, refuseForm, showRefusal } from './posted-form.server';
import { meaningOf, sharingForm, sharingPage, typedActOf } from './sharing-form.server';

/** Who shares an upload, with the drafts of the owner's forms. Throws the failure page for others. */
export async function loadSharing(context: LoadContext, id: string) {
  const view = await orFailurePage(readMembers(context, id));
  const acts: TypedAct[] = view.right !== 'own' ? [] : view.offer ? ['invite'] : ['invite', 'offer'];
  const forms = await Promise.all(acts.map((act) => openTyped(context, id, act)));
  return { page: paths.uploadCoAuthors(id), view, forms };
}

/** Whose a submission is, for the chair, with the draft of the form that offers it. */
export async function loadChairsOwner(context: LoadContext, id: string) {
  const view = await orFailurePage(readChairsOwner(context, id));
  return { page: paths.editorialOwner(id), view, form: await openTyped(context, id, 'chair-offer') };
}

async function openTyped(context: LoadContext, id: string, act: TypedAct): Promise<ShownForm> {
  const { entries, versions } = await openForm(context, sharingForm(context, id, act), {
    meaningOf: (draft) => meaningOf(draft ?? []),
  });
  return { act, entries: entries ?? [], versions };
}

/** Carries out the form that was sent. Every refusal shows it as it was typed. */
export async function changeSharing(request: Request, context: LoadContext, side: 'own' | 'board', id: string) {
  const name = new URL(request.url).searchParams.get('act') ?? '';
  if (context.user) (side === 'own' ? requireUser : requireExpert)(request, context);
  const act = typedActOf(name);
  const isOfSide = act === null || (act === 'chair-offer') === (side === 'board');
  if (!isOfSide) throw new Response(null, { status: 400 });
  const reply = act ? await sendTyped(request, context, id, act) : await press(request, context, side, { id, name });
  return reply instanceof Response ? reply : { ...reply, data: { ...reply.data, act: name } };
}
export type SharingReply = Exclude<Awaited<ReturnType<typeof changeSharing>>, Response>;

const MemberFormSchema = z.object({
  member: z.coerce.number().int().positive().default(0),
  right: MemberRightSchema.default('read'),
});
type MemberForm = z.infer<typeof MemberFormSchema>;

/** What the buttons of the page do, by the name of their act. */
const presses: Record<string, (context: LoadContext, id: string, form: MemberForm) => Promise<void>> = {
  right: changeMember,
  end: (context, id, { member }) => endMember(context, id, member),
  leave: (context, id, { member }) => endMember(context, id, member),
  'end-offer': endOffer,
};

async function press(
  request: Request,
  context: LoadContext,
  side: 'own' | 'board',
  { id, name }: { id: string; name: string },
) {
  const page = side === 'own' ? paths.uploadCoAuthors(id) : paths.editorialOwner(id);
  if (!context.user) throw redirectToLoginAndConfirm(context, page);
  const order = side === 'own' ? presses[name] : name === 'end-offer' ? endOfferAsChair : undefined;
  const entries = await readEntries(request);
  const form = await readForm(entries, MemberFormSchema);
  if (!order || form.status !== 'success') return refuseForm(context, entries);
  const refusal = await attempt(() => order(context, id, form.value));
  if (refusal) return redisplayForm([], refusal.status, [errorOf(refusal, context)]);
  context.flash.set({ kind: 'success', key: `sharing:done.${name}` });
  return redirect(name === 'leave' ? paths.uploads() : page, 303);
}

async function sendTyped(request: Request, context: LoadContext, id: string, act: TypedAct) {
  const form = sharingForm(context, id, act);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const errors = errorsOf(context, act, entries);
  if (errors.length > 0) return redisplayForm(entries, 400, errors);
  const refusal = await trySend(context, form, entries, () => orders[act](context, id, entries));
  if (refusal) return showRefused(context, act, refusal, entries);
  context.flash.set({
    kind: 'success',
    key: `sharing:done.${act}`,
    values: { email: entryValue(entries, 'email').trim() },
  });
  return redirect(sharingPage(act, id), 303);
}

const orders: Record<TypedAct, (context: LoadContext, id: string, entries: FormEntries) => Promise<unknown>> = {
  invite: (context, id, entries) =>
    inviteMember(context, id, {
      email: entryValue(entries, 'email').trim(),
      right: MemberRightSchema.catch('read').parse(entryValue(entries, 'right')),
      scope: MemberScopeSchema.catch('upload').parse(entryValue(entries, 'scope')),
    }),
  offer: (context, id, entries) => offerOwnership(context, id, entryValue(entries, 'email').trim()),
  'chair-offer': (context, id, entries) =>
    offerAsChair(context, id, { email: entryValue(entries, 'email').trim(), reason: reasonIn(entries) }),
};

function reasonIn(entries: FormEntries): string {
  return entryValue(entries, 'reason').replaceAll('\r\n', '\n').trim();
}

function errorsOf({ language }: LoadContext, act: TypedAct, entries: FormEntries): FormError[] {
  const t = translate(language);
  const errors: FormError[] = [];
  if (!isInvitableEmail(entryValue(entries, 'email'))) {
    errors.push({ message: t('sharing:emailWrong'), fieldId: fieldId(act, 'email') });
  }
  if (act !== 'chair-offer') return errors;
  const { length } = reasonIn(entries);
  const max = maxCommentCharacters;
  if (length < minCommentCharacters) {
    errors.push({ message: t('errors:reason-missing'), fieldId: fieldId(act, 'reason') });
  } else if (length > max) errors.push({ message: t('sharing:reasonLong', { max }), fieldId: fieldId(act, 'reason') });
  return errors;
}

/** Refusals that are about the address. */
const ofEmail = ['invites-self', 'already-member', 'account-unknown', 'already-theirs'];

function showRefused(context: LoadContext, act: TypedAct, refusal: RepositoryError, entries: FormEntries) {
  if (!ofEmail.includes(refusal.code ?? '')) return showRefusal(context, refusal, entries);
  return redisplayForm(entries, refusal.status, [{ ...errorOf(refusal, context), fieldId: fieldId(act, 'email') }]);
}
