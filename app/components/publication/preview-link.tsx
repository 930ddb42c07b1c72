import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

/** Link to the table as it will be published. */
export function PreviewLink({ to }: { to: string }) {
  const { t } = useTranslation('publication');
  return <Link to={to}>{t('link')}</Link>;
}
