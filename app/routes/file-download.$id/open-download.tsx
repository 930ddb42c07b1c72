import { Link } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

/** Name for the address. The package has its own name. */
const packageName = 'motothek.zip';

/** A session whose package can be downloaded with a link, and automatically with script. */
export function OpenDownload({ session, isStarting }: { session: string; isStarting: boolean }) {
  const { t } = useTranslation('downloads');
  const address = paths.downloadFile(session, 'all', packageName);
  useEffect(() => {
    if (isStarting) window.location.assign(address);
  }, [isStarting, address]);
  return (
    <>
      <p role="status">{t(isStarting ? 'open.started' : 'open.ready')}</p>
      <p>
        <a href={address}>{t('open.link')}</a>
      </p>
      <p>
        {t('open.mine')} <Link to={paths.myDownloads()}>{t('open.goTo')}</Link>
      </p>
    </>
  );
}
