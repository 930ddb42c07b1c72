import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

interface UnsavedNoteProps {
  /** Drafts of the steps, with their pages and formatted times. */
  unsaved: readonly { form: 'mapping' | 'comments' | 'metadata'; page: string; time: string }[];
}

/** Warns about unsaved entries before submitting without them. */
export function UnsavedNote({ unsaved }: UnsavedNoteProps) {
  const { t } = useTranslation('submit');
  if (unsaved.length === 0) return null;
  return (
    <div className="notice">
      <p>{t('unsaved.text')}</p>
      <ul>
        {unsaved.map(({ form, page, time }) => (
          <li key={page}>
            <Link to={page}>{t(`unsaved.${form}`, { time })}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
