import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatBytes, formatNumber } from '@domain/formats';

import { requireAdmin } from '~/auth/guards';
import { CountedAt } from '~/components/counted-at';
import { Facts } from '~/components/facts';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { describeAdministration } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';

export const handle = { title: 'administration:overview.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return orFailurePage(describeAdministration(context));
}

/** What needs an administrator's eye, in numbers. */
export default function AdministrationOverview() {
  const { accounts, storedBytes, freeBytes, failedJobs, waitingDois, waitingMails, wrongObjects, countedAt } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const facts = [
    ['accounts', accounts === null ? t('accounts.outsideShort') : formatNumber(accounts, language)],
    [
      'storage',
      t('overview.bytes', { used: formatBytes(storedBytes, language), free: formatBytes(freeBytes, language) }),
    ],
    ['fixity', formatNumber(wrongObjects, language)],
    ['jobs', formatNumber(failedJobs, language)],
    ['dois', formatNumber(waitingDois, language)],
    ['mails', formatNumber(waitingMails, language)],
  ] as const;
  return (
    <>
      <h2>{t('overview.title')}</h2>
      <p>{t('overview.intro')}</p>
      <Facts
        facts={facts.map(([name, value]) => [
          <Link to={name === 'accounts' ? paths.administrationAccounts() : paths.administrationList(name)} key={name}>
            {t(`overview.${name}`)}
          </Link>,
          value,
        ])}
      />
      <CountedAt at={countedAt} />
    </>
  );
}
