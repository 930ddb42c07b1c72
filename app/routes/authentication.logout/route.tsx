import type { ActionFunctionArgs } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { Form } from '~/forms/form';
import type { RootData } from '~/root-data';

export const handle = { title: 'auth:logout.title', help: 'account', script: false };

/** Signs out. The same-origin rule has checked that the form is one of ours. */
export function action({ request, context }: ActionFunctionArgs) {
  return context.signIn.end(request);
}

/** Opened by its address, the page only says that nothing was done (spec section 2). */
export default function Logout() {
  const user = useRouteLoaderData<RootData>('root')?.user;
  const { t } = useTranslation('auth');
  return (
    <>
      <h1>{t('logout.title')}</h1>
      <p>{t('logout.notFromPage')}</p>
      {user ? (
        <Form reloadDocument>
          <button type="submit">{t('logout.button')}</button>
        </Form>
      ) : null}
    </>
  );
}
