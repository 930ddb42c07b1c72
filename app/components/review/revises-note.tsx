import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RelatedUpload } from '@domain/api/reviews';

import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Says which rejected upload this one revises; leads to `former`, its decision and notes. */
export function RevisesNote({ revises, former }: { revises: RelatedUpload; former: string }) {
  const { t } = useTranslation('review');
  const date = formatDate(revises.date, useLanguage(), 'UTC');
  return (
    <p className="hint">
      {t('revises', { file: revises.fileName, date })} <Link to={former}>{t('former')}</Link>
    </p>
  );
}
