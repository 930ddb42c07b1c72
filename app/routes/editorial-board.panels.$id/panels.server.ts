import { data, redirect } from '@remix-run/node';
import { z } from 'zod';

import type { ErrorCode } from '@domain/error-codes';
import { maxCommentCharacters, type PanelNumber } from '@domain/limits';
import type { Rating } from '@domain/upload-status';

import type { FormError } from '~/forms/error-summary';
import { entryValue, type FormEntries } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import { typedTextSchema } from '~/forms/typed-text';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import {
  answerInvitation,
  decideTie,
  handOverPanel,
  inviteExpert,
  listExperts,
  reopenSubmission,
} from '~/repository-client/board';
import { attempt, orFailurePage, type RepositoryError } from '~/repository-client/transport';
import { forgetText, type KeptText, keptTextOf, loadReviewed, panelForm } from '~/screens/board-form.server';
import { fieldErrors, messageOf } from '~/screens/posted-form.server';
import { openParts } from '~/screens/upload.server';

import { type ActForm, formActs, formsOf, nameOf } from './panel-forms';

/** Everything that the screen shows, with texts that were sent after the end of a session, by the name of their form. */
export async function loadPanels(context: LoadContext, id: string) {
  const submission = await loadReviewed(context, id);
  const experts = await orFailurePage(listExperts(context, id));
  const kept: Record<string, KeptText> = {};
  for (const form of formsOf(submission)) {
    const text = await keptTextOf(context, panelForm(context, id, nameOf(form)));
    if (text) kept[nameOf(form)] = text;
  }
  return {
    id,
    submission,
    experts,
    kept,
    ...openParts({ standing: submission.upload.standing, status: submission.state }),
  };
}

const ReasonSchema = typedTextSchema({ tooLong: 'panels:reasonTooLong' }).default('');
const RatingSchema = z
  .enum(['1', '2'], 'panels:decide.invalidRating')
  .transform((rating): Rating => (rating === '1' ? 1 : 2));

type Send = (context: LoadContext, id: string, form: ActForm, entries: FormEntries) => Promise<Outcome>;
/** What became of a form: null if it was carried out. */
type Outcome = { status: number; errors: FormError[] } | null;

/** Reads a form by its schema, and carries it out. */
function order<Schema extends z.ZodObject>(
  schema: Schema,
  send: (context: LoadContext, id: string, value: z.output<Schema>, panel: PanelNumber) => Promise<unknown>,
): Send {
  return async (context, id, form, entries) => {
    const idOf = (field: string) => `${nameOf(form)}-${field}`;
    const submission = await readForm(entries, schema);
    if (submission.status !== 'success') {
      const errors = fieldErrors(context, submission.reply(), idOf, { max: maxCommentCharacters });
      return { status: 400, errors };
    }
    const refusal = await attempt(() => send(context, id, submission.value, form.panel ?? 1));
    return refusal && { status: refusal.status, errors: [refusalError(context, refusal, idOf)] };
  };
}

/** Fields to which refusals of the repository belong. */
const fieldsOfRefusals: Partial<Record<ErrorCode, string>> = {
  'reason-missing': 'reason',
  'expert-unknown': 'email',
  'expert-involved': 'email',
};

function refusalError(context: LoadContext, refusal: RepositoryError, idOf: (field: string) => string): FormError {
  const field = fieldsOfRefusals[refusal.code];
  return { message: messageOf(refusal, context), fieldId: field === undefined ? null : idOf(field) };
}

const orders: Record<ActForm['act'], Send> = {
  accept: order(z.object({}), (context, id) => answerInvitation(context, id, { answer: 'accept', reason: '' })),
  decline: order(z.object({ reason: ReasonSchema }), (context, id, { reason }) =>
    answerInvitation(context, id, { answer: 'decline', reason }),
  ),
  handOver: order(z.object({ reason: ReasonSchema }), (context, id, { reason }, panel) =>
    handOverPanel(context, id, { panel, reason, take: false }),
  ),
  takeOver: order(z.object({ reason: ReasonSchema }), (context, id, { reason }, panel) =>
    handOverPanel(context, id, { panel, reason, take: true }),
  ),
  invite: order(z.object({ email: z.string('errors:expert-unknown') }), (context, id, { email }, panel) =>
    inviteExpert(context, id, { panel, email }),
  ),
  decide: order(z.object({ rating: RatingSchema, reason: ReasonSchema }), decideTie),
  reopen: order(z.object({ reason: ReasonSchema }), (context, id, { reason }) => reopenSubmission(context, id, reason)),
};

const ActSchema = z.enum(formActs);

/** The form that was sent. Throws the 400 page for any other. */
export function sentForm(entries: FormEntries): ActForm {
  const act = ActSchema.safeParse(entryValue(entries, 'act'));
  if (!act.success) throw new Response(null, { status: 400 });
  const panel = entryValue(entries, 'panel');
  return { act: act.data, panel: panel === '1' ? 1 : panel === '2' ? 2 : null };
}

/** Carries a form out. A refusal shows it again as typed. */
export async function carryOut(context: LoadContext, id: string, entries: FormEntries) {
  const form = sentForm(entries);
  const name = nameOf(form);
  const outcome = await orders[form.act](context, id, form, entries);
  if (outcome) {
    const { status, errors } = outcome;
    return data({ hasErrors: true, name, entries, errors }, { status });
  }
  await forgetText(context, panelForm(context, id, name));
  context.flash.set({ kind: 'success', key: `panels:done.${form.act}` });
  return redirect(paths.editorialPanels(id), 303);
}
export type PanelsReply = Exclude<Awaited<ReturnType<typeof carryOut>>, Response>;
