import type { ReviewNote } from '@domain/board/notes';
import { ContributedText } from '~/components/contributed-text';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

interface NoteListProps {
  notes: readonly ReviewNote[];
  /** Text that stands for the notes as long as there are none. */
  none: string;
  sayAuthor: (note: ReviewNote) => string;
  /** Says who can read a note, to those for whom that differs. */
  sayReaders?: (note: ReviewNote) => string;
}

/** Notes about a submission, oldest first, with their authors. */
export function NoteList({ notes, none, sayAuthor, sayReaders }: NoteListProps) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (notes.length === 0) return <p>{none}</p>;
  return (
    <ol className="expert-notes">
      {notes.map((note) => (
        <li key={note.id}>
          <p>
            <strong>{sayAuthor(note)}</strong>,{' '}
            <time dateTime={note.at}>{formatDateTime(note.at, language, timeZone)}</time>
            {sayReaders ? <>. {sayReaders(note)}</> : null}
          </p>
          <p className="long-text">
            <ContributedText language="">{note.text}</ContributedText>
          </p>
        </li>
      ))}
    </ol>
  );
}
