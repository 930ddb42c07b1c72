import { data, redirect } from '@remix-run/node';

import { type EditorialUpload, EditorialUploadSchema, type PanelView } from '@domain/api/editorial';
import { maxChangePoints, maxCommentCharacters, otherPanel, type PanelNumber } from '@domain/limits';
import { parseListedStatus } from '@domain/upload-status';
import { contentOf } from '~/drafts/draftable-form.server';
import type { ShownConflict } from '~/drafts/form-snapshot';
import { trySave } from '~/drafts/post-draft.server';
import { storeDraft } from '~/drafts/store-draft.server';
import type { FormError } from '~/forms/error-summary';
import type { FormEntries } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import { hasOpinion, meaningOfVote, typedVote, type TypedVote } from '~/forms/vote-form';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { castVote, requestChanges } from '~/repository-client/editorial';
import type { RepositoryError } from '~/repository-client/transport';
import { conflictOf, errorOf, fieldErrors, messageOf } from '~/screens/posted-form.server';
import { voteForm } from '~/screens/vote-form.server';
import { newestWindow } from '~/store/drafts';

import { ChangesFormSchema, VoteFormSchema } from './vote-form-schemas';

/** Why a vote was not saved, if it was not for errors of its fields. */
export type VoteConflict = 'moved' | 'stale' | 'locked' | null;

/** A posted form and its panel. */
interface Posted {
  id: string;
  panel: PanelNumber;
  entries: FormEntries;
}

/** The vote screen again: the typed vote in its panel, or as text for copying if voting is locked. */
export function showVote(
  status: number,
  answer: {
    panel: PanelNumber;
    typed: TypedVote;
    errors: FormError[];
    conflict?: VoteConflict;
    /** Entries of the post, if the form is shown in the same panel. */
    entries?: FormEntries;
    /** Another window was first with the form. */
    other?: ShownConflict | null;
  },
) {
  const usual = { hasErrors: true, conflict: null as VoteConflict, entries: [], other: null };
  return data({ ...usual, ...answer }, { status });
}
export type VoteReply = ReturnType<typeof showVote>;

/** The vote screen again, because another window was first with the form. */
export function showOtherVote(
  context: LoadContext,
  refusal: RepositoryError,
  panel: PanelNumber,
  entries: FormEntries,
): VoteReply {
  const errors = [errorOf(refusal, context)];
  const other = conflictOf(refusal);
  return showVote(refusal.status, { panel, typed: typedVote(entries), errors, entries, other });
}

/** The form again with the errors of its fields. What was typed becomes its draft. */
async function showErrors(
  context: LoadContext,
  { id, panel, entries }: Posted,
  reply: Parameters<typeof fieldErrors>[1],
  max: number,
): Promise<VoteReply> {
  const conflict = await storeDraft(context, voteForm(context, id, panel), entries);
  if (conflict) return showOtherVote(context, conflict, panel, entries);
  const values = { max, characters: maxCommentCharacters };
  const errors = fieldErrors(context, reply, (name) => `vote-${panel}-${name}`, values);
  return showVote(400, { panel, typed: typedVote(entries), errors, entries });
}

/** Saves a vote. Every refusal shows again what was typed. */
export async function saveVote(context: LoadContext, posted: Posted): Promise<Response | VoteReply> {
  const { id, panel, entries } = posted;
  const submission = await readForm(entries, VoteFormSchema);
  if (submission.status !== 'success') return showErrors(context, posted, submission.reply(), maxCommentCharacters);
  const { email, isImpartial, criteria: answers, rating, note, version } = submission.value;
  let saved: EditorialUpload | null = null;
  const refusal = await trySave(context, voteForm(context, id, panel), entries, async () => {
    saved = await castVote(context, id, { nr: panel, email, isImpartial, criteria: answers, rating, note, version });
  });
  if (refusal || !saved) return refusedVote(context, refusal, posted);
  await takeOverOtherPanel(context, posted);
  context.flash.set({ kind: 'success', key: `editorial:vote.${outcomeKey(saved)}` });
  return redirect(paths.editorialVote(id), 303);
}

/** Asks the contributor for changes. Every refusal shows again what was typed. */
export async function sendChanges(context: LoadContext, posted: Posted): Promise<Response | VoteReply> {
  const { id, panel, entries } = posted;
  const submission = await readForm(entries, ChangesFormSchema);
  if (submission.status !== 'success') return showErrors(context, posted, submission.reply(), maxChangePoints);
  const refusal = await trySave(context, voteForm(context, id, panel), entries, () =>
    requestChanges(context, id, { panel, ...submission.value }),
  );
  if (refusal) return refusedVote(context, refusal, posted);
  await keepForNextRound(context, posted);
  await takeOverOtherPanel(context, posted);
  context.flash.set({ kind: 'success', key: 'board:voting.asked' });
  return redirect(paths.editorialVote(id), 303);
}

/** What else was entered is the draft of the vote that follows. */
async function keepForNextRound(context: LoadContext, { id, panel, entries }: Posted): Promise<void> {
  const rest = contentOf(entries).filter(([name]) => name !== 'points');
  if (!hasOpinion(typedVote(rest))) return;
  await context.drafts.write('vote', voteForm(context, id, panel).object, rest, newestWindow);
}

/**
 * An expert has one panel, so the form of the other one is closed now. What was typed in it becomes a version of this
 * panel, unless it says the same.
 */
async function takeOverOtherPanel(context: LoadContext, { id, panel, entries }: Posted): Promise<void> {
  const [own, other] = [panel, otherPanel(panel)].map((nr) => voteForm(context, id, nr).object) as [string, string];
  const { draft, stashed } = await context.drafts.look('vote', other);
  for (const text of draft ? [draft, ...stashed] : stashed) {
    const isSame = meaningOfVote(text.entries) === meaningOfVote(entries);
    if (isSame || !hasOpinion(typedVote(text.entries))) continue;
    await context.drafts.keep('vote', own, text.entries);
  }
  await context.drafts.remove('vote', other);
}

function refusedVote(context: LoadContext, refusal: RepositoryError | null, { panel, entries }: Posted): VoteReply {
  const t = translate(context.language);
  const typed = typedVote(entries);
  const error = (message: string) => [{ message, fieldId: null }];
  if (refusal && conflictOf(refusal)) return showOtherVote(context, refusal, panel, entries);
  if (refusal?.status === 403) {
    const own = refusal.code === 'voting-locked' ? t('editorial:vote.locked') : messageOf(refusal, context);
    return showVote(403, { panel, typed, errors: error(own), conflict: 'locked' });
  }
  if (refusal?.status === 404) {
    return showVote(404, { panel, typed, errors: error(t('editorial:vote.gone')), conflict: 'locked' });
  }
  if (refusal?.code === 'update-conflict') {
    const seen = EditorialUploadSchema.safeParse(refusal.problem);
    const next = panelAfterConflict(seen.success ? seen.data.votes : [], panel);
    const shown = next.panel === panel ? entries : [];
    return showVote(409, { ...next, typed, errors: error(t('editorial:vote.conflict')), entries: shown });
  }
  if (refusal && refusal.status < 500) {
    return showVote(refusal.status, { panel, typed, errors: error(messageOf(refusal, context)), entries });
  }
  return showVote(502, { panel, typed, errors: error(t('editorial:vote.network')), entries });
}

/**
 * Panel for a vote whose panel was changed in the meantime. My own panel, changed in another window, stays. If another
 * expert has taken it, the other panel follows, and if that is taken too, voting is locked.
 */
export function panelAfterConflict(
  votes: readonly PanelView[],
  panel: PanelNumber,
): { panel: PanelNumber; conflict: VoteConflict } {
  if (votes.find(({ nr }) => nr === panel)?.mine) return { panel, conflict: 'stale' };
  const other = otherPanel(panel);
  if (votes.length > 0 && !votes.find(({ nr }) => nr === other)?.editable) return { panel, conflict: 'locked' };
  return { panel: other, conflict: 'moved' };
}

function outcomeKey({ upload }: EditorialUpload): string {
  const { status } = parseListedStatus(upload.status);
  if (status === 'Accepted') return 'accepted';
  if (status === 'Rejected') return 'rejected';
  return status === 'Pending' ? 'pending' : 'saved';
}
