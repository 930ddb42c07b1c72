import { type EditorialUpload, EditorialUploadSchema } from '@domain/api/editorial';
import type { ErrorCode } from '@domain/error-codes';
import type { PanelNumber } from '@domain/limits';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { entryValue, type FormEntries } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readSubmission } from '~/repository-client/editorial';
import { RepositoryError } from '~/repository-client/transport';

/** An expert's entries in a panel. */
export interface TypedVote {
  email: string;
  /** '1', '2' or ''. */
  rating: string;
  note: string;
}

/** The vote form of a panel. */
export function voteForm(context: LoadContext, id: string, panel: PanelNumber): DraftableForm {
  return {
    kind: 'vote',
    object: `${id}/${panel}`,
    page: paths.editorialVote(id),
    saved: async () => ({ entries: storedVote((await openSubmission(context, id)).submission, panel), tag: '' }),
    meaningOf: async (entries) => meaningOfVote(entries),
  };
}

/** The stored vote as the form shows it, empty before there is one. */
export function storedVote(submission: EditorialUpload | null, panel: PanelNumber): FormEntries {
  const stored = submission?.votes.find(({ nr }) => nr === panel);
  return [
    ['email', stored?.email ?? ''],
    ['rating', String(stored?.rating ?? '')],
    ['note', stored?.note ?? ''],
  ];
}

/** The content of a vote, whatever its line breaks. */
export function meaningOfVote(vote: FormEntries): string {
  return JSON.stringify(typedVote(vote)).replaceAll('\\r\\n', '\\n');
}

/** The vote in a posted or drafted form. */
export function typedVote(entries: FormEntries): TypedVote {
  const read = (name: string) => entryValue(entries, name);
  return { email: read('email'), rating: read('rating'), note: read('note') };
}

/**
 * Whether a vote is possible: 'locked' = decided or closed, 'failed' = the repository does not answer, 'own' and
 * 'named' = this expert is a party to the submission.
 */
export type VotingState = 'open' | 'locked' | 'own' | 'named' | 'gone' | 'failed';

/** Refusals that come with the submission. */
const shownRefusals: Partial<Record<ErrorCode, VotingState>> = {
  'voting-locked': 'locked',
  'vote-own-upload': 'own',
  'vote-named': 'named',
};

/** The submission of an address. It is null if the repository fails, so that the draft can still be shown. */
export async function openSubmission(
  context: LoadContext,
  id: string,
): Promise<{ submission: EditorialUpload | null; state: VotingState }> {
  try {
    return { submission: await readSubmission(context, id), state: 'open' };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (error.status >= 500) return { submission: null, state: 'failed' };
    if (error.status === 404) return { submission: null, state: 'gone' };
    const seen = EditorialUploadSchema.safeParse(error.problem);
    const state = shownRefusals[error.code];
    if (state && seen.success) return { submission: seen.data, state };
    throw Response.json({ message: error.userMessage }, { status: error.status });
  }
}
