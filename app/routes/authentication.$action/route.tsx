import { data } from '@remix-run/node';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

export const handle = { title: 'auth:action.title', help: 'account', script: false };

export function loader() {
  return data(null, { status: 404 });
}

export const action = loader;

export default function InvalidAction() {
  const { t } = useTranslation('auth');
  return (
    <>
      <h1>{t('action.title')}</h1>
      <p>
        <Link to={paths.home()}>{t('loginFailed.home')}</Link>
      </p>
    </>
  );
}
