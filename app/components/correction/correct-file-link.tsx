import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

/** The way to the screen on which a corrected file takes the place of the one before. */
export function CorrectFileLink({ id, className }: { id: string; className?: string }) {
  const { t } = useTranslation('uploads');
  return (
    <Link to={paths.uploadCorrect(id)} className={className}>
      {t('correct')}
    </Link>
  );
}
