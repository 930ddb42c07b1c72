import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { otherPanel } from '@domain/limits';
import type { ReviewStanding } from '@domain/review-standing';
import { requireExpert } from '~/auth/guards';
import { ContributedText } from '~/components/contributed-text';
import { RevisesNote } from '~/components/review/revises-note';
import { StatusWords } from '~/components/status-words';
import { versionsAfterReply } from '~/drafts/form-versions';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { readIntent } from '~/forms/form-entries';
import { paths } from '~/paths';
import { uploadIdOf } from '~/screens/upload.server';
import { type TypedVote, voteForm } from '~/screens/vote-form.server';

import { voteFormId, VotePanel } from './vote-panel';
import { loadVote, panelOf, saveVote, showOtherVote, type VoteReply } from './vote.server';

export const handle = {
  title: 'editorial:vote.title',
  part: 'vote',
  help: 'editorial-board',
  preservesForm(data: unknown, search: URLSearchParams): PreservedForm | null {
    const { id, submission, drafts } = data as SerializeFrom<typeof loader>;
    const own = submission?.votes.filter(({ editable }) => editable).map(({ nr }) => nr) ?? [];
    const sent = Number(search.get('panel'));
    // Before the first vote both panels are open: the one that was sent, or has a draft, or the first.
    const panel =
      own.find((nr) => nr === sent) ??
      own.find((nr) => drafts.some((draft) => draft.panel === nr && draft.typed !== null)) ??
      own[0];
    return panel ? { kind: 'vote', id: voteFormId(panel), object: `${id}/${panel}` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return loadVote(context, uploadIdOf(params));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const panel = panelOf(new URL(request.url).searchParams);
  const form = voteForm(context, id, panel);
  // After the end of the session the form is stored first, and sign-in follows.
  if (context.user) requireExpert(request, context);
  const entries = await readDraftableForm(request, context, form);
  const { verb } = readIntent(entries);
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (refusal) => showOtherVote(context, refusal, panel, entries));
  }
  return saveVote(context, id, panel, entries);
}

export default function Vote() {
  const { id, submission, state, drafts, expert } = useLoaderData<typeof loader>();
  const reply = useActionData<() => VoteReply>();
  const { t } = useTranslation('editorial');
  const lost = reply && (reply.conflict === 'locked' || !submission) ? reply.typed : null;
  // Drafts of panels that have been taken by another expert are shown as text.
  const stranded = drafts.filter(({ panel }) => !submission?.votes.find(({ nr }) => nr === panel)?.editable);
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      {reply?.conflict === 'moved' ? (
        <p className="notice">{t('vote.moved', { taken: otherPanel(reply.panel), number: reply.panel })}</p>
      ) : null}
      {state === 'locked' && !reply ? <p className="notice">{t('vote.locked')}</p> : null}
      {(state === 'own' || state === 'named') && !reply ? <PartyNote state={state} id={id} /> : null}
      {state === 'gone' && !reply ? <p className="notice">{t('vote.gone')}</p> : null}
      {state === 'failed' && !reply ? <p className="notice notice-error">{t('vote.network')}</p> : null}
      {lost ? <TypedText typed={lost} /> : null}
      {reply ? null : stranded.map(({ panel, typed }) => (typed ? <TypedText typed={typed} key={panel} /> : null))}
      {submission ? (
        <>
          <h2>{t('vote.heading', { file: submission.upload.datei })}</h2>
          <p>
            {t('vote.status')}: <StatusWords status={submission.upload.status} />
          </p>
          {submission.revises ? (
            <RevisesNote revises={submission.revises} former={paths.editorialVote(submission.revises.id)} />
          ) : null}
          {submission.votes.length > 0 ? <p className="hint">{t('vote.intro')}</p> : null}
          <div className="vote-panels">
            {submission.votes.map((panel) => {
              const mine = reply?.panel === panel.nr && !lost ? reply : null;
              const draft = drafts.find((one) => one.panel === panel.nr) ?? null;
              const posted = mine && { entries: mine.entries, conflict: mine.other };
              return (
                <VotePanel
                  key={panel.nr}
                  panel={panel}
                  expert={expert}
                  content={mine?.typed ?? draft?.typed ?? null}
                  versions={draft && versionsAfterReply(draft.versions, posted)}
                  errors={mine?.errors ?? []}
                  stale={mine?.conflict === 'stale'}
                  action={`${paths.editorialVote(id)}?panel=${panel.nr}`}
                />
              );
            })}
          </div>
        </>
      ) : null}
    </>
  );
}

const reasons = { own: 'errors:vote-own-upload', named: 'errors:vote-named' } as const;

/** Explains to an expert who is a party to the submission why there is no vote, and links to its review. */
function PartyNote({ state, id }: { state: Exclude<ReviewStanding, 'board'>; id: string }) {
  const { t } = useTranslation('editorial');
  return (
    <div className="notice">
      <p>{t(reasons[state])}</p>
      {state === 'own' ? (
        <p>
          <Link to={paths.uploadSubmit(id)}>{t('vote.ownReview')}</Link>
        </p>
      ) : (
        <p>{t('vote.named')}</p>
      )}
    </div>
  );
}

/** Text of a vote that can no longer be saved, for copying. */
function TypedText({ typed }: { typed: TypedVote }) {
  const { t } = useTranslation('editorial');
  return (
    <section className="notice" aria-labelledby="typed-heading">
      <h2 id="typed-heading">{t('vote.lockedText')}</h2>
      <p>{typed.rating === '1' ? t('vote.accept') : typed.rating === '2' ? t('vote.reject') : null}</p>
      <p className="long-text">
        <ContributedText language="">{typed.note}</ContributedText>
      </p>
    </section>
  );
}
