import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { countSubmissions, listSubmissions } from '~/repository-client/board-list';
import { orFailurePage, orNull } from '~/repository-client/transport';
import { listWithdrawals } from '~/repository-client/withdrawal';

import { filterOf, isNarrowed, readListAddress } from './list-address';
import { ListFilterForm } from './list-filter-form';
import { ListPages, ListParts } from './list-navigation';
import { SubmissionTable } from './submission-table';
import { WaitingWithdrawals } from './waiting-withdrawals';

await loadTexts('board-list');

export const handle = { title: 'editorial:title', help: 'editorial-board' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const query = readListAddress(new URL(request.url).searchParams);
  const [list, counts] = await orFailurePage(
    Promise.all([listSubmissions(context, query), countSubmissions(context, filterOf(query))]),
  );
  // For others than the chair it is refused.
  const withdrawals = await orNull(listWithdrawals(context));
  return { query: { ...query, page: list.page }, list, counts, withdrawals: withdrawals ?? [] };
}

export default function Submissions() {
  const { query, list, counts, withdrawals } = useLoaderData<typeof loader>();
  const { t } = useTranslation('board-list');
  return (
    <>
      <WaitingWithdrawals withdrawals={withdrawals} />
      <ListParts query={query} counts={counts} />
      <ListFilterForm query={query} />
      {list.submissions.length === 0 ? (
        <p>{t(isNarrowed(query) ? 'none.narrowed' : `none.${query.show}`)}</p>
      ) : (
        <SubmissionTable submissions={list.submissions} query={query} />
      )}
      <ListPages query={query} pages={list.pages} />
      <p>
        <Link to={paths.editorialFigures()}>{t('figures')}</Link>
      </p>
    </>
  );
}
