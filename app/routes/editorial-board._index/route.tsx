import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireExpert } from '~/auth/guards';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { countSubmissions, listSubmissions } from '~/repository-client/board-list';
import { orFailurePage, orNull } from '~/repository-client/transport';
import { listWaitingCorrections } from '~/repository-client/metadata-corrections';
import { listWithdrawals } from '~/repository-client/withdrawal';

import { filterOf, isNarrowed, readListAddress } from './list-address';
import { ListFilterForm } from './list-filter-form';
import { ListPages, ListParts } from './list-navigation';
import { SubmissionTable } from './submission-table';
import { WaitingList } from './waiting-list';

await loadTexts('board-list');

export const handle = { title: 'editorial:title', help: 'editorial-board' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const query = readListAddress(new URL(request.url).searchParams);
  const [list, counts, corrections] = await orFailurePage(
    Promise.all([
      listSubmissions(context, query),
      countSubmissions(context, filterOf(query)),
      listWaitingCorrections(context),
    ]),
  );
  // For others than the chair it is refused.
  const withdrawals = await orNull(listWithdrawals(context));
  return { query: { ...query, page: list.page }, list, counts, corrections, withdrawals: withdrawals ?? [] };
}

export default function Submissions() {
  const { query, list, counts, corrections, withdrawals } = useLoaderData<typeof loader>();
  const { t } = useTranslation('board-list');
  return (
    <>
      <WaitingList
        id="waiting-withdrawals"
        heading={t('withdrawals.heading')}
        items={withdrawals}
        addressOf={paths.editorialWithdrawal}
        textOf={({ waitsFor }) => t(`withdrawals.${waitsFor}`)}
      />
      <WaitingList
        id="waiting-corrections"
        heading={t('corrections')}
        items={corrections}
        addressOf={paths.editorialCorrection}
      />
      <ListParts query={query} counts={counts} />
      <ListFilterForm query={query} />
      {list.submissions.length === 0 ? (
        <p>{t(isNarrowed(query) ? 'none.narrowed' : `none.${query.show}`)}</p>
      ) : (
        <SubmissionTable submissions={list.submissions} query={query} />
      )}
      <ListPages query={query} pages={list.pages} isMore={counts.atLeast.includes(query.show)} />
      <p>
        <Link to={paths.editorialFigures()}>{t('figures')}</Link>
      </p>
    </>
  );
}
