import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RelatedUpload } from '@domain/api/reviews';

/** Says which rejected upload this one revises; leads to `former`, its decision and notes. */
export function RevisesNote({ revises, former }: { revises: RelatedUpload; former: string }) {
  const { t } = useTranslation('review');
  return (
    <p className="hint">
      {t('revises', { file: revises.fileName, date: revises.date })} <Link to={former}>{t('former')}</Link>
    </p>
  );
}
