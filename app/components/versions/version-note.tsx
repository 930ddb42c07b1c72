import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

/** Says that an upload is a new version, with the page of the version that it continues. */
export function VersionNote({ version, former }: { version: number; former: number }) {
  const { t } = useTranslation('versions');
  return (
    <p className="hint">
      {t('is', { version })} <Link to={paths.dataSet(former)}>{t('former')}</Link>
    </p>
  );
}

/** Leads to the page that begins a new version of a data set. */
export function NewVersionLink({ id }: { id: string }) {
  const { t } = useTranslation('versions');
  return (
    <p className="actions">
      <Link to={paths.newVersion(id)} className="button button-quiet">
        {t('begin.link')}
      </Link>
    </p>
  );
}
