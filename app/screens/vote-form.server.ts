import { type EditorialUpload, EditorialUploadSchema } from '@domain/api/editorial';
import type { ErrorCode } from '@domain/error-codes';
import { type PanelNumber, panels } from '@domain/limits';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import type { FormEntries } from '~/forms/form-entries';
import { entriesOfVote, meaningOfVote, typedOfPanel, voteInWords } from '~/forms/vote-form';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readSubmission } from '~/repository-client/editorial';
import { RepositoryError } from '~/repository-client/transport';

/** The vote form of a panel. */
export function voteForm(context: LoadContext, id: string, panel: PanelNumber): DraftableForm {
  return {
    kind: 'vote',
    object: `${id}/${panel}`,
    page: paths.editorialVote(id),
    saved: async () => ({
      entries: storedVote(context, (await openSubmission(context, id)).submission, panel),
      tag: '',
    }),
    meaningOf: async (entries) => meaningOfVote(entries),
    inWords: (entries) => voteInWords(translate(context.language), entries),
  };
}

/** The stored vote as the form shows it; before there is one, the form with the expert's own e-mail address. */
export function storedVote(
  { user }: Pick<LoadContext, 'user'>,
  submission: EditorialUpload | null,
  panel: PanelNumber,
): FormEntries {
  const stored = submission?.votes.find(({ nr }) => nr === panel);
  return entriesOfVote(typedOfPanel(stored, user?.email ?? ''));
}

/**
 * Whether a vote is possible: 'locked' = decided or closed, 'awaiting' = the contributor works on requested changes,
 * 'failed' = the repository does not answer, 'own', 'member' and 'named' = this expert is a party to the submission.
 */
export type VotingState = 'open' | 'locked' | 'awaiting' | 'own' | 'member' | 'named' | 'gone' | 'failed';

/** Refusals that come with the submission. */
const shownRefusals: Partial<Record<ErrorCode, VotingState>> = {
  'voting-locked': 'locked',
  'vote-own-upload': 'own',
  'vote-member': 'member',
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
    if (state && seen.success) {
      const isAwaiting = state === 'locked' && seen.data.state === 'ChangesRequested';
      return { submission: seen.data, state: isAwaiting ? 'awaiting' : state };
    }
    const { code, status, userMessage: message } = error;
    const isDraftKept = code === 'second-factor-missing' && (await hasDraft(context, id));
    throw Response.json({ message, code, isDraftKept }, { status });
  }
}

/** Whether the user has written something in the form of a panel and not sent it. */
async function hasDraft(context: LoadContext, id: string): Promise<boolean> {
  const objects = panels.map((panel) => voteForm(context, id, panel).object);
  const found = await Promise.all(objects.map((object) => context.drafts.look('vote', object)));
  return found.some(({ draft }) => draft !== null);
}
