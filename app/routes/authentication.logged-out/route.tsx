import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

export const handle = { title: 'auth:loggedOut.title', help: 'account', script: false };

export default function LoggedOut() {
  const { t } = useTranslation('auth');
  return (
    <>
      <h1>{t('loggedOut.title')}</h1>
      <p>{t('loggedOut.message')}</p>
      <p>
        <a href={paths.login()}>{t('loggedOut.again')}</a>
      </p>
    </>
  );
}
