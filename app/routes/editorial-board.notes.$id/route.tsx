import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { maxCommentCharacters } from '@domain/limits';
import { requireExpert } from '~/auth/guards';
import { NoteForm, noteFormId } from '~/components/review/note-form';
import { NoteList } from '~/components/review/note-list';
import { versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { loadTexts } from '~/i18n/browser-texts';
import type { FormReply } from '~/screens/posted-form.server';
import { loadSubmission, openParts, uploadIdOf } from '~/screens/upload.server';

import { loadNotes, sendNote } from './notes.server';
import { ReadersChoice } from './readers-choice';

await loadTexts('board-notes');

export const handle = {
  title: 'board-notes:title',
  part: 'notes',
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm {
    const { id } = data as SerializeFrom<typeof loader>;
    return { kind: 'board', id: noteFormId, object: `${id}/note` };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const upload = await loadSubmission(context, params);
  const { id, fileName } = upload;
  return { id, fileName, ...openParts(upload), ...(await loadNotes(context, id)) };
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return sendNote(request, context, uploadIdOf(params));
}

/** Conversation about a submission, and a form for a further note. */
export default function Conversation() {
  const { fileName, notes, typed, versions } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('board-notes');
  const errors = reply?.errors ?? [];
  const entries = reply?.entries ?? typed ?? [];
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('heading', { file: fileName })}</h2>
      <section aria-labelledby="conversation">
        <h3 id="conversation">{t('title')}</h3>
        <NoteList
          notes={notes}
          none={t('none')}
          sayAuthor={({ author, panel }) =>
            panel === null || author === 'self' ? t(`authors.${author}`) : t('authors.panel', { number: panel })
          }
          sayReaders={({ readers }) => t(`readable.${readers}`)}
        />
      </section>
      <section aria-labelledby="new-note">
        <h3 id="new-note">{t('write')}</h3>
        <NoteForm
          texts={{ label: t('note.label'), hint: t('note.hint', { max: maxCommentCharacters }), send: t('send') }}
          entries={entries}
          errors={errors}
          versions={versionsAfterReply(versions, reply)}
        >
          <ReadersChoice chosen={entryValue(entries, 'readers')} errors={errors} />
        </NoteForm>
      </section>
    </>
  );
}
