import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { maxCommentCharacters } from '@domain/limits';
import { requireUser } from '~/auth/guards';
import { NoteList } from '~/components/review/note-list';
import { OwnHistory } from '~/components/review/own-history';
import { SaveButtons } from '~/drafts/draft-autosave';
import { versionsAfterReply, VersionNotes } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { entryValue } from '~/forms/form-entries';
import { noteFieldId } from '~/forms/note-fields';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

import { answerNote, loadConversation } from './conversation.server';

/** Id of the form on its page. */
const noteFormId = 'note-form';

export const handle = {
  title: 'review:conversation.title',
  help: 'review',
  preservesForm(data: unknown): PreservedForm | null {
    const { id, status } = data as SerializeFrom<typeof loader>;
    return status === 'Uploaded' ? null : { kind: 'own-note', id: noteFormId, object: id };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadConversation(context, await loadUpload(context, params));
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return answerNote(request, context, uploadIdOf(params));
}

/** Notes between the contributor and the board, a form for a further one, and the history of the submission. */
export default function ConversationPage() {
  const { id, status, notes, history, typed, versions } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('review');
  const errors = reply?.errors ?? [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('conversation.title')}</h2>
      <section aria-labelledby="conversation">
        <h3 id="conversation">{t('conversation.heading')}</h3>
        <NoteList notes={notes} />
        {status === 'Uploaded' ? (
          <p>{t('conversation.closed')}</p>
        ) : (
          <Form id={noteFormId} reloadDocument>
            <VersionNotes versions={versionsAfterReply(versions, reply)} />
            <TextArea
              id={noteFieldId}
              name="text"
              label={t('conversation.note')}
              hint={t('conversation.hint', { max: maxCommentCharacters })}
              defaultValue={reply ? entryValue(reply.entries, 'text') : typed}
              error={errors.find(({ fieldId }) => fieldId === noteFieldId)?.message ?? null}
            />
            <SaveButtons versions={versionsAfterReply(versions, reply)} save={t('conversation.send')} />
          </Form>
        )}
      </section>
      <OwnHistory id={id} history={history} />
      <p>
        <Link to={paths.uploadSubmit(id)}>{t('conversation.back')}</Link>
      </p>
    </>
  );
}
