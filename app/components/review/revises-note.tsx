import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RelatedUpload } from '@domain/api/reviews';

import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Names the rejected upload that this one revises. `former` is the address of its decision and notes. */
export function RevisesNote({ revises, former }: { revises: RelatedUpload; former: string }) {
  const { t } = useTranslation('review');
  const date = formatDate(revises.date, useLanguage(), 'UTC');
  return (
    <p className="hint">
      {t('revises', { file: revises.fileName, date })} <Link to={former}>{t('former')}</Link>
    </p>
  );
}
