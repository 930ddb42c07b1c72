import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formerPrefix } from '@domain/former-person';
import { formatBytes, formatNumber } from '@domain/formats';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ListTable } from '~/components/administration/list-table';
import { ContributedText } from '~/components/contributed-text';
import { CountedAt } from '~/components/counted-at';
import { PageLinks } from '~/components/workflow/page-links';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { listStorage } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';

export const handle = { title: 'administration:storage.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return orFailurePage(listStorage(context, pageIn(request)));
}

const heads = ['account', 'used', 'ofLimit', 'ofAll'] as const;

/** What accounts store, largest first, with the limits of the installation. */
export default function AdministrationStorage() {
  const { accounts, page, pages, ...all } = useLoaderData<typeof loader>();
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const bytes = (value: number) => formatBytes(value, language);
  const percent = (part: number, whole: number) =>
    whole > 0 ? t('storage.percent', { percent: formatNumber(Math.round((1000 * part) / whole) / 10, language) }) : '';
  return (
    <>
      <h2>{t('storage.title')}</h2>
      <p>
        {all.totalBytes === null
          ? t('storage.total', { used: bytes(all.storedBytes) })
          : t('storage.totalOf', { used: bytes(all.storedBytes), limit: bytes(all.totalBytes) })}{' '}
        {t('storage.limits', {
          account: bytes(all.accountBytes),
          free: bytes(all.freeBytes),
          reserve: bytes(all.reserveBytes),
        })}
      </p>
      <CountedAt at={all.countedAt} />
      <ListTable
        label={t('storage.table')}
        heads={heads.map((head) => t(`storage.heads.${head}`))}
        none={t('storage.none')}
        rows={accounts.map(({ subject, name, email, bytes: used }) => ({
          id: subject,
          cells: [
            subject === formerPrefix ? (
              t('people.deleted')
            ) : (
              <Link to={paths.administrationAccount(subject)} key="name">
                <ContributedText language="">{name || email || t('people.unknown')}</ContributedText>
              </Link>
            ),
            bytes(used),
            subject === formerPrefix ? '' : percent(used, all.accountBytes),
            percent(used, all.storedBytes),
          ],
        }))}
      />
      <PageLinks
        label={t('storage.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationList('storage', number)}
      />
    </>
  );
}
