import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ReviewNote } from '@domain/board/notes';

import { requireExpert } from '~/auth/guards';
import { ContributedText } from '~/components/contributed-text';
import { versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { loadTexts } from '~/i18n/browser-texts';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import type { FormReply } from '~/screens/posted-form.server';
import { loadSubmission, uploadIdOf } from '~/screens/upload.server';

import { NoteForm, noteFormId } from './note-form';
import { answerNote, loadNotes } from './notes.server';

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
  const { id, fileName, readsFile } = await loadSubmission(context, params);
  return { id, fileName, readsFile, ...(await loadNotes(context, id)) };
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return answerNote(request, context, uploadIdOf(params));
}

/** Conversation about a submission, and a form for a further note. */
export default function Conversation() {
  const { fileName, notes, typed, versions } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('board-notes');
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <h2>{t('heading', { file: fileName })}</h2>
      <section aria-labelledby="conversation">
        <h3 id="conversation">{t('title')}</h3>
        {notes.length === 0 ? <p>{t('none')}</p> : <NoteList notes={notes} />}
      </section>
      <section aria-labelledby="new-note">
        <h3 id="new-note">{t('write')}</h3>
        <NoteForm
          entries={reply?.entries ?? typed ?? []}
          errors={reply?.errors ?? []}
          versions={versionsAfterReply(versions, reply)}
        />
      </section>
    </>
  );
}

/** Notes with their authors, and with who can read each. */
function NoteList({ notes }: { notes: readonly ReviewNote[] }) {
  const { t } = useTranslation('board-notes');
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <ol className="expert-notes">
      {notes.map(({ id, at, author, readers, text }) => (
        <li key={id}>
          <p>
            <strong>{t(`authors.${author}`)}</strong>,{' '}
            <time dateTime={at}>{formatDateTime(at, language, timeZone)}</time>. {t(`readable.${readers}`)}
          </p>
          <p className="long-text">
            <ContributedText language="">{text}</ContributedText>
          </p>
        </li>
      ))}
    </ol>
  );
}
