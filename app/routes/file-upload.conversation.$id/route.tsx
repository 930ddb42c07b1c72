import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { maxCommentCharacters } from '@domain/limits';
import { requireUser } from '~/auth/guards';
import { NoteForm, noteFormId } from '~/components/review/note-form';
import { NoteList } from '~/components/review/note-list';
import { OwnHistory } from '~/components/review/own-history';
import { versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { SentTooLate } from '~/drafts/typed-entries';
import { ErrorSummary } from '~/forms/error-summary';
import { type Entries, entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

import { loadConversation, sendOwnNote } from './conversation.server';

export const handle = {
  title: 'review:conversation.title',
  help: 'review',
  preservesForm(data: unknown): PreservedForm | null {
    const { id, status, mayWrite } = data as SerializeFrom<typeof loader>;
    return status === 'Uploaded' || !mayWrite ? null : { kind: 'own-note', id: noteFormId, object: id };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadConversation(context, await loadUpload(context, params));
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return sendOwnNote(request, context, uploadIdOf(params));
}

/** Notes between the contributor and the board, a form for a further one, and the history of the submission. */
export default function ConversationPage() {
  const { id, status, mayWrite, notes, history, typed, versions } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation(['review', 'sharing']);
  const errors = reply?.errors ?? [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('conversation.title')}</h2>
      <section aria-labelledby="conversation">
        <h3 id="conversation">{t('conversation.heading')}</h3>
        <NoteList
          notes={notes}
          none={t('conversation.none')}
          sayAuthor={({ author, person }) => person ?? t(author === 'self' ? 'conversation.you' : 'conversation.board')}
        />
        {status === 'Uploaded' ? (
          <p>{t('conversation.closed')}</p>
        ) : !mayWrite ? (
          <>
            <p>{t('sharing:onlyRead')}</p>
            <SentTooLate reply={reply} drafted={typed} show={(entries) => <Typed entries={entries} />} />
          </>
        ) : (
          <NoteForm
            texts={{
              label: t('conversation.note'),
              hint: t('conversation.hint', { max: maxCommentCharacters }),
              send: t('conversation.send'),
            }}
            entries={reply?.entries ?? typed ?? []}
            errors={errors}
            versions={versionsAfterReply(versions, reply)}
          />
        )}
      </section>
      <OwnHistory id={id} history={history} />
      <p>
        <Link to={paths.uploadSubmit(id)}>{t('conversation.back')}</Link>
      </p>
    </>
  );
}

/** A note that can no longer be sent, for copying. */
function Typed({ entries }: { entries: Entries }) {
  const { t } = useTranslation('review');
  return (
    <dl className="typed-text">
      <dt>{t('conversation.note')}</dt>
      <dd lang="">{entryValue(entries, 'text')}</dd>
    </dl>
  );
}
