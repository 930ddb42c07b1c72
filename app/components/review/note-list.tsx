import { useTranslation } from 'react-i18next';

import type { ReviewNote } from '@domain/board/notes';
import { ContributedText } from '~/components/contributed-text';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

/** Notes between the contributor and the board, as the contributor sees them. */
export function NoteList({ notes }: { notes: readonly ReviewNote[] }) {
  const { t } = useTranslation('review');
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (notes.length === 0) return <p>{t('conversation.none')}</p>;
  return (
    <ol className="expert-notes">
      {notes.map(({ id, at, author, text }) => (
        <li key={id}>
          <p>
            <strong>{t(author === 'self' ? 'conversation.you' : 'conversation.board')}</strong>,{' '}
            <time dateTime={at}>{formatDateTime(at, language, timeZone)}</time>
          </p>
          <p className="long-text">
            <ContributedText language="">{text}</ContributedText>
          </p>
        </li>
      ))}
    </ol>
  );
}
