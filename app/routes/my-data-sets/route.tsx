import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { pageIn } from '@domain/page-of';

import { requireUser } from '~/auth/guards';
import { PageLinks } from '~/components/workflow/page-links';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { listMyDataSets } from '~/repository-client/my-data-sets';
import { orFailurePage } from '~/repository-client/transport';

import { DataSetTable } from './data-set-table';

await loadTexts('my-data-sets', 'uploads');

export const handle = { title: 'my-data-sets:title', help: 'my-data-sets' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return orFailurePage(listMyDataSets(context, pageIn(request)));
}

/** All data sets of the user, with their state, their use and what can be done next. */
export default function MyDataSets() {
  const { dataSets, page, pages, total } = useLoaderData<typeof loader>();
  const { t } = useTranslation('my-data-sets');
  return (
    <>
      <h1>{t('title')}</h1>
      {dataSets.length === 0 ? (
        <p>
          {t('none')} <Link to={paths.uploads()}>{t('upload')}</Link>
        </p>
      ) : (
        <>
          <p>
            {t('count', { count: total })} {t('hint')}
          </p>
          <DataSetTable dataSets={dataSets} />
          <PageLinks label={t('pages')} page={page} pages={pages} addressOf={paths.myDataSets} />
          <p>
            <Link to={paths.uploads()}>{t('uploads')}</Link>
          </p>
        </>
      )}
    </>
  );
}
