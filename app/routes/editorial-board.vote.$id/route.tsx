import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { EditorialUpload } from '@domain/api/editorial';
import { otherPanel } from '@domain/limits';
import { requireExpert } from '~/auth/guards';
import { AtAGlance } from '~/components/board/at-a-glance';
import { pickParties } from '~/components/board/parties';
import { CorrectedMetadata } from '~/components/board/corrected-metadata';
import { RequestedChanges } from '~/components/board/requested-changes';
import { BoardDocuments } from '~/components/documents/documents-part';
import { TieNote } from '~/components/board/tie-note';
import { RevisesNote } from '~/components/review/revises-note';
import { NewVersionPart } from '~/components/versions/new-version-part';
import { StatusWords } from '~/components/status-words';
import { versionsAfterReply } from '~/drafts/form-versions';
import { readDraftableForm, saveDraft } from '~/drafts/post-draft.server';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { readIntent } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { uploadIdOf } from '~/screens/upload.server';
import { voteForm } from '~/screens/vote-form.server';

import { hiddenUntil, InvitationNote, LostVote, StateNote, StrandedDrafts, VotingIntro } from './notes';
import { voteFormId } from './panel-form';
import { saveVote, sendChanges, showOtherVote, type VoteReply } from './save-vote.server';
import { VotePanel } from './vote-panel';
import { loadVote, panelOf } from './vote.server';

await loadTexts(
  'distributions',
  'metadata-correction',
  'panels',
  'submit',
  'upload-documents',
  'versions',
  'form-versions',
);

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
  const send = verb === 'changes' ? sendChanges : saveVote;
  return send(context, { id, panel, entries });
}

export default function Vote() {
  const shown = useLoaderData<typeof loader>();
  const { id, submission, state, drafts } = shown;
  const reply = useActionData<() => VoteReply>();
  const { t } = useTranslation('editorial');
  const lost = reply && (reply.conflict === 'locked' || !submission) ? reply.typed : null;
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      {reply?.conflict === 'moved' ? (
        <p className="notice">{t('vote.moved', { taken: otherPanel(reply.panel), number: reply.panel })}</p>
      ) : null}
      {reply ? null : <StateNote id={id} state={state} drafts={drafts} />}
      {lost ? <LostVote vote={lost} /> : null}
      {reply ? null : <StrandedDrafts submission={submission} state={state} drafts={drafts} />}
      {submission ? (
        <>
          <About data={shown} submission={submission} />
          <Panels data={shown} submission={submission} reply={lost ? undefined : reply} />
        </>
      ) : null}
    </>
  );
}

interface SubmissionProps {
  data: SerializeFrom<typeof loader>;
  submission: EditorialUpload;
}

/** The submission and all that is to be known before a vote. */
function About({ data, submission }: SubmissionProps) {
  const { id, state, glance, fields, distributions, documents } = data;
  const { t } = useTranslation(['editorial', 'upload-documents']);
  return (
    <>
      <h2>{t('vote.heading', { file: submission.upload.datei })}</h2>
      <p>
        {t('vote.status')}: <StatusWords status={submission.upload.status} withdrawal={submission.upload.withdrawal} />
      </p>
      <InvitationNote submission={submission} />
      <TieNote submission={submission} isLinked />
      {submission.letter ? (
        <p>
          <Link to={paths.editorialLetter(id)}>{t(`vote.letter.${submission.letter}`)}</Link>
        </p>
      ) : null}
      {submission.decidesWithdrawal ? (
        <p>
          <Link to={paths.editorialWithdrawal(id)}>
            {t(`vote.withdrawal.${submission.upload.withdrawal ?? 'none'}`)}
          </Link>
        </p>
      ) : null}
      {submission.decidesWithdrawal && submission.upload.withdrawal !== 'withdrawn' ? (
        <p>
          <Link to={paths.editorialEmbargo(id)}>{t('vote.embargo')}</Link>
        </p>
      ) : null}
      {submission.revises ? (
        <RevisesNote revises={submission.revises} former={paths.editorialVote(submission.revises.id)} />
      ) : null}
      {glance ? <AtAGlance glance={glance} dataSet={submission.upload.nr} distributions={distributions} /> : null}
      {submission.upload.standing === 'board' && !glance ? <p className="notice">{t('board:glance.away')}</p> : null}
      {glance?.newVersion ? <NewVersionPart version={glance.newVersion} fields={fields} isForBoard /> : null}
      {glance ? <CorrectedMetadata glance={glance} fields={fields} /> : null}
      {documents ? (
        <BoardDocuments id={id} documents={documents} />
      ) : (
        <p className="notice">{t('upload-documents:away')}</p>
      )}
      <RequestedChanges requests={submission.changes} rounds={glance?.rounds ?? []} fields={fields} />
      <VotingIntro submission={submission} state={state} />
    </>
  );
}

/** Both panels. `reply` is shown in the one that it belongs to. */
function Panels({ data, submission, reply }: SubmissionProps & { reply: SerializeFrom<() => VoteReply> | undefined }) {
  const { id, drafts, expert, glance, closeness } = data;
  const parties = glance && pickParties(glance, closeness);
  return (
    <div className="vote-panels">
      {submission.votes.map((panel) => {
        const mine = reply?.panel === panel.nr ? reply : null;
        const draft = drafts.find((one) => one.panel === panel.nr) ?? null;
        const posted = mine && { entries: mine.entries, conflict: mine.other };
        return (
          <VotePanel
            key={panel.nr}
            panel={panel}
            seenWhen={hiddenUntil(submission)}
            parties={parties}
            expert={expert}
            content={mine?.typed ?? draft?.typed ?? null}
            versions={draft && versionsAfterReply(draft.versions, posted)}
            errors={mine?.errors ?? []}
            stale={mine?.conflict === 'stale'}
            mayAsk={submission.acts.includes('requestChanges')}
            action={`${paths.editorialVote(id)}?panel=${panel.nr}`}
          />
        );
      })}
    </div>
  );
}
