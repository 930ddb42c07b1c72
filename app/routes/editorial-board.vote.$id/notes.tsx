import { Link } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { EditorialUpload } from '@domain/api/editorial';
import type { PanelNumber } from '@domain/limits';
import { parseListedStatus, statusRules } from '@domain/upload-status';
import { TypedEntries } from '~/drafts/typed-entries';
import { entriesOfVote, hasOpinion, type TypedVote, voteInWords } from '~/forms/vote-form';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { paths } from '~/paths';
import type { VotingState } from '~/screens/vote-form.server';

import type { SeenWhen } from './stored-vote';

/** Drafts of both panels. */
type Drafts = readonly { panel: PanelNumber; typed: TypedVote | null }[];

const reasons = { own: 'errors:vote-own-upload', member: 'errors:vote-member', named: 'errors:vote-named' } as const;

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
    case 'member':
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
  const open = votes.filter(({ editable }) => editable);
  if (open.length > 0) {
    const hasVoted = open.some(({ state: at }) => at === 'voted');
    if (submission.tie) return null;
    return (
      <p className="hint">
        {t(hasVoted ? 'board:voting.voted' : open.length > 1 ? 'board:voting.either' : 'board:voting.one')}{' '}
        {t('board:voting.outcome')}
      </p>
    );
  }
  const isFull = votes.every(({ email }) => email !== null);
  return (
    <p className="notice">
      {t(isFull ? 'board:voting.taken' : 'board:voting.byInvitation')} {t(`board:voting.seen.${votesSeen(submission)}`)}
    </p>
  );
}

/** When hidden votes are seen, as `seesVotes` has it. */
export function hiddenUntil(submission: EditorialUpload): SeenWhen {
  if (submission.votes.some(({ mine, editable }) => mine || editable)) return 'voted';
  const seen = votesSeen(submission);
  return seen === 'now' ? 'chair' : seen;
}

/** When somebody without a panel sees the votes. */
function votesSeen({ acts }: EditorialUpload): 'now' | 'chair' | 'decided' {
  if (acts.includes('decideTie')) return 'now';
  // Only the chair may invite experts and give panels to others.
  return acts.includes('invite') || acts.includes('handOverOther') ? 'chair' : 'decided';
}

/** The invitation of an expert who has not answered it. */
export function InvitationNote({ submission }: { submission: EditorialUpload }) {
  const { t } = useTranslation('board');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { acts, votes, upload } = submission;
  if (!acts.includes('answerInvitation')) return null;
  const dueAt = votes.find(({ mine }) => mine)?.dueAt;
  return (
    <div className="notice">
      <p>
        {dueAt ? t('invited.until', { due: formatDate(dueAt, language, timeZone) }) : t('invited.open')}{' '}
        {t('invited.byVote')}
      </p>
      <p>
        <Link to={paths.editorialPanels(upload.id)}>{t('invited.answer')}</Link>
      </p>
    </div>
  );
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
