import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { isFailureCode } from '~/auth/login-failed';
import { paths } from '~/paths';

export const handle = { title: 'auth:loginFailed.title', help: 'account', script: false };

/** The address contains a code. The message comes from the locales. */
export function loader({ request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get('message');
  return { code: isFailureCode(code) ? code : 'callback' };
}

export default function LoginFailed() {
  const { code } = useLoaderData<typeof loader>();
  const { t } = useTranslation('auth');
  return (
    <>
      <h1>{t('loginFailed.title')}</h1>
      <p>{t(`failures.${code}`)}</p>
      <ul>
        <li>
          <a href={paths.login()}>{t('loginFailed.again')}</a>
        </li>
        <li>
          <Link to={paths.home()}>{t('loginFailed.home')}</Link>
        </li>
      </ul>
    </>
  );
}
