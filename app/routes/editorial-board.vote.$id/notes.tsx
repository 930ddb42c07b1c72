import { Link } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { EditorialUpload } from '@domain/api/editorial';
import type { PanelNumber } from '@domain/limits';
import { parseListedStatus, statusRules } from '@domain/upload-status';
import { TypedEntries } from '~/drafts/typed-entries';
import { entriesOfVote, hasOpinion, type TypedVote, voteInWords } from '~/forms/vote-form';
import { paths } from '~/paths';
import type { VotingState } from '~/screens/vote-form.server';

/** Drafts of both panels. */
type Drafts = readonly { panel: PanelNumber; typed: TypedVote | null }[];

const reasons = { own: 'errors:vote-own-upload', named: 'errors:vote-named' } as const;

/** Why there is no vote now, and what the expert can do instead. */
export function StateNote({ id, state, drafts }: { id: string; state: VotingState; drafts: Drafts }) {
  const { t } = useTranslation(['editorial', 'board']);
  switch (state) {
    case 'open':
      return null;
    case 'failed':
      return <p className="notice notice-error">{t('editorial:vote.network')}</p>;
    case 'awaiting':
      return (
        <div className="notice">
          <p>{t('board:voting.awaiting')}</p>
          {drafts.some(({ typed }) => typed && hasOpinion(typed)) ? <p>{t('board:voting.draftKept')}</p> : null}
        </div>
      );
    case 'own':
    case 'named':
      return (
        <div className="notice">
          <p>{t(reasons[state])}</p>
          <p>
            {state === 'own' ? (
              <Link to={paths.uploadSubmit(id)}>{t('editorial:vote.ownReview')}</Link>
            ) : (
              t('editorial:vote.named')
            )}
          </p>
        </div>
      );
    default:
      return <p className="notice">{t(`editorial:vote.${state}`)}</p>;
  }
}

/** What the expert can do with a submission of the board: vote, or look at it. */
export function VotingIntro({ submission, state }: { submission: EditorialUpload; state: VotingState }) {
  const { t } = useTranslation(['editorial', 'board']);
  const { upload, votes } = submission;
  const { status } = parseListedStatus(upload.status);
  if (votes.length === 0 || state === 'awaiting') return null;
  if (statusRules[status].decided) {
    return <p>{t(status === 'Accepted' ? 'board:voting.accepted' : 'board:voting.rejected')}</p>;
  }
  if (votes.some(({ editable }) => editable)) return <p className="hint">{t('editorial:vote.intro')}</p>;
  const isFull = votes.every(({ email }) => email !== null);
  return <p className="notice">{t(isFull ? 'board:voting.taken' : 'board:voting.byInvitation')}</p>;
}

/** Drafts for panels that another expert has taken, or of a submission that is closed. */
export function StrandedDrafts(props: { submission: EditorialUpload | null; state: VotingState; drafts: Drafts }) {
  const { submission, state, drafts } = props;
  // They will be in the form again.
  if (state === 'awaiting') return null;
  const isOpen = (panel: PanelNumber) => submission?.votes.find(({ nr }) => nr === panel)?.editable;
  return drafts.map(({ panel, typed }) => (typed && !isOpen(panel) ? <LostVote vote={typed} key={panel} /> : null));
}

/** A vote that can no longer be saved, for copying. */
export function LostVote({ vote }: { vote: TypedVote }) {
  const { t } = useTranslation(['editorial', 'board']);
  const heading = useId();
  return (
    <section className="notice" aria-labelledby={heading}>
      <h2 id={heading}>{t('editorial:vote.lockedText')}</h2>
      <TypedEntries entries={voteInWords(t, entriesOfVote(vote))} />
    </section>
  );
}
