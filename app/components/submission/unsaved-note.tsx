import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

interface UnsavedNoteProps {
  /** Drafts of the steps, with the pages that show them; times are written out. */
  unsaved: readonly { form: 'mapping' | 'comments' | 'metadata'; page: string; time: string }[];
}

/** Says that something is typed and not saved, before the rest is handed in without it. */
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
