import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

/** Link to the screen for uploading a corrected file. */
export function CorrectFileLink({ id, className }: { id: string; className?: string }) {
  const { t } = useTranslation('uploads');
  return (
    <Link to={paths.uploadCorrect(id)} className={className}>
      {t('correct')}
    </Link>
  );
}
