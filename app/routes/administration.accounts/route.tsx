import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { AdministeredAccount } from '@domain/api/administered-accounts';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ListTable } from '~/components/administration/list-table';
import { useMoments } from '~/components/administration/use-moments';
import { ContributedText } from '~/components/contributed-text';
import { PageLinks } from '~/components/workflow/page-links';
import { Form } from '~/forms/form';
import { paths } from '~/paths';
import { listAccounts } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';

/** Longest text that the repository looks for. */
const maxSearchCharacters = 200;

export const handle = { title: 'administration:accounts.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  const q = (new URL(request.url).searchParams.get('q') ?? '').slice(0, maxSearchCharacters);
  return { q, ...(await orFailurePage(listAccounts(context, { q, page: pageIn(request) }))) };
}

/** Accounts with their state, found by a part of name or e-mail address. */
export default function AdministrationAccounts() {
  const { q, isOutside, accounts, page, pages, total } = useLoaderData<typeof loader>();
  const { t } = useTranslation('administration');
  if (isOutside) {
    return (
      <>
        <h2>{t('accounts.title')}</h2>
        <p>{t('accounts.outside')}</p>
      </>
    );
  }
  return (
    <>
      <h2>{t('accounts.title')}</h2>
      <SearchForm q={q} key={q} />
      {accounts.length === 0 ? null : <p>{t('accounts.count', { count: total })}</p>}
      <AccountTable accounts={accounts} none={q === '' ? t('accounts.none') : t('accounts.noneFound')} />
      <PageLinks
        label={t('accounts.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationAccounts(q, number)}
      />
    </>
  );
}

function SearchForm({ q }: { q: string }) {
  const { t } = useTranslation('administration');
  return (
    <Form
      method="get"
      action={paths.administrationAccounts()}
      className="list-filter"
      aria-label={t('accounts.search')}
    >
      <span className="filter-field">
        <label htmlFor="account-q">{t('accounts.q')}</label>
        <input
          id="account-q"
          name="q"
          type="text"
          autoComplete="off"
          maxLength={maxSearchCharacters}
          defaultValue={q}
        />
      </span>
      <span className="list-filter-buttons">
        <button type="submit" className="button-quiet">
          {t('accounts.find')}
        </button>
        {q === '' ? null : <Link to={paths.administrationAccounts()}>{t('accounts.all')}</Link>}
      </span>
    </Form>
  );
}

const heads = ['name', 'email', 'state', 'roles', 'lastSignIn', 'sessions'] as const;

function AccountTable({ accounts, none }: { accounts: readonly AdministeredAccount[]; none: string }) {
  const { t } = useTranslation('administration');
  const momentOf = useMoments();
  return (
    <ListTable
      label={t('accounts.table')}
      heads={heads.map((head) => t(`accounts.heads.${head}`))}
      none={none}
      rows={accounts.map(
        ({ id, name, email, lockedAt, unconfirmedEmail, roles, providerRoles, lastSignInAt, sessions }) => ({
          id,
          cells: [
            <Link to={paths.administrationAccount(id)} key="name">
              <ContributedText language="">{name}</ContributedText>
            </Link>,
            email,
            [
              t(lockedAt ? 'states.locked' : 'states.open'),
              ...(unconfirmedEmail ? [t('states.unconfirmed')] : []),
            ].join(', '),
            [...roles, ...providerRoles].join(', '),
            momentOf(lastSignInAt),
            String(sessions),
          ],
        }),
      )}
    />
  );
}
