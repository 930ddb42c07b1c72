import { data, redirect } from '@remix-run/node';
import { z } from 'zod';

import { type EditorialUpload, EditorialUploadSchema, type PanelView } from '@domain/api/editorial';
import { maxCommentCharacters, otherPanel, type PanelNumber, panels } from '@domain/limits';
import { readsFile } from '@domain/review-standing';
import { parseListedStatus, type Rating } from '@domain/upload-status';
import { openForm } from '~/drafts/draftable-form.server';
import type { FormVersions, ShownConflict } from '~/drafts/form-snapshot';
import { trySave } from '~/drafts/post-draft.server';
import type { FormError } from '~/forms/error-summary';
import type { FormEntries } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { castVote } from '~/repository-client/editorial';
import type { RepositoryError } from '~/repository-client/transport';

import { conflictOf, errorOf, fieldErrors, messageOf } from '~/screens/posted-form.server';
import {
  meaningOfVote,
  openSubmission,
  storedVote,
  typedVote,
  voteForm,
  type TypedVote,
} from '~/screens/vote-form.server';

/** Panel in an address; the first one by default. */
export function panelOf(search: URLSearchParams): PanelNumber {
  return search.get('panel') === '2' ? 2 : 1;
}

/**
 * The submission of an address with the drafts of both panels. A closed one is shown with a note, and so are the drafts
 * for one that is no longer with the board.
 */
export async function loadVote(context: LoadContext, id: string) {
  const { submission, state } = await openSubmission(context, id);
  const drafts: { panel: PanelNumber; typed: TypedVote | null; versions: FormVersions }[] = [];
  for (const panel of panels) {
    const { entries, versions } = await openForm(context, voteForm(context, id, panel), {
      meaningOf: (draft) => meaningOfVote(draft ?? storedVote(submission, panel)),
    });
    drafts.push({ panel, typed: entries && typedVote(entries), versions });
  }
  const shown = { id, submission, state, drafts, expert: context.user?.email ?? '', ...partsOf(submission) };
  return data(shown, { status: state === 'gone' ? 404 : 200 });
}

/** Data for the frame around the vote. */
function partsOf(submission: EditorialUpload | null): { readsFile?: boolean } {
  if (!submission) return {};
  const { standing, status } = submission.upload;
  return { readsFile: readsFile(standing, parseListedStatus(status).status) };
}

/** Why a vote was not saved, if it was not for errors of its fields. */
export type VoteConflict = 'moved' | 'stale' | 'locked' | null;

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

/** The vote form of a panel. Messages are keys of the locales. */
export const VoteFormSchema = z.object({
  email: z.string('editorial:vote.invalidEmail'),
  rating: z.enum(['1', '2'], 'editorial:vote.invalidRating').transform((rating): Rating => (rating === '1' ? 1 : 2)),
  note: z.string().max(maxCommentCharacters, 'editorial:vote.noteHint').default(''),
  /** Version of the panel that was shown. Without a valid one the panel counts as empty then. */
  version: z.number().int().min(0).catch(0),
});

/** Saves a vote. Every refusal shows rating and note again as typed. */
export async function saveVote(
  context: LoadContext,
  id: string,
  panel: PanelNumber,
  entries: FormEntries,
): Promise<Response | VoteReply> {
  const submission = await readForm(entries, VoteFormSchema);
  if (submission.status !== 'success') {
    const errors = fieldErrors(context, submission.reply(), (name) => `vote-${panel}-${name}`, {
      max: maxCommentCharacters,
    });
    return showVote(400, { panel, typed: typedVote(entries), errors, entries });
  }
  const vote = { nr: panel, ...submission.value };
  let saved: EditorialUpload | null = null;
  const refusal = await trySave(context, voteForm(context, id, panel), entries, async () => {
    saved = await castVote(context, id, vote);
  });
  if (refusal && conflictOf(refusal)) return showOtherVote(context, refusal, panel, entries);
  if (refusal || !saved) return refusedVote(context, refusal, panel, entries);
  await takeOverOtherPanel(context, id, panel, entries);
  context.flash.set({ kind: 'success', key: `editorial:vote.${outcomeKey(saved)}` });
  return redirect(paths.editorialVote(id), 303);
}

/**
 * An expert has one vote, so the form of the other panel is closed now. What was typed in it becomes a version of this
 * panel, unless it says the same.
 */
async function takeOverOtherPanel(
  context: LoadContext,
  id: string,
  panel: PanelNumber,
  entries: FormEntries,
): Promise<void> {
  const [own, other] = [panel, otherPanel(panel)].map((nr) => voteForm(context, id, nr).object) as [string, string];
  const { draft, stashed } = await context.drafts.look('vote', other);
  for (const text of draft ? [draft, ...stashed] : stashed) {
    const { rating, note } = typedVote(text.entries);
    if ((rating === '' && note === '') || meaningOfVote(text.entries) === meaningOfVote(entries)) continue;
    await context.drafts.keep('vote', own, text.entries);
  }
  await context.drafts.remove('vote', other);
}

function refusedVote(
  context: LoadContext,
  refusal: RepositoryError | null,
  panel: PanelNumber,
  entries: FormEntries,
): VoteReply {
  const t = translate(context.language);
  const typed = typedVote(entries);
  const error = (message: string) => [{ message, fieldId: null }];
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
  if (refusal?.status === 400)
    return showVote(400, { panel, typed, errors: error(messageOf(refusal, context)), entries });
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
