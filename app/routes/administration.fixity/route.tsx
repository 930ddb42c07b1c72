import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatBytes, formatNumber } from '@domain/formats';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ListTable } from '~/components/administration/list-table';
import { useMoments } from '~/components/administration/use-moments';
import { CountedAt } from '~/components/counted-at';
import { Facts } from '~/components/facts';
import { PageLinks } from '~/components/workflow/page-links';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import { listFixity } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';

export const handle = { title: 'administration:fixity.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return orFailurePage(listFixity(context, pageIn(request)));
}

const heads = ['key', 'uploads', 'fault', 'foundAt', 'mendedAt'] as const;

/** How the comparison of stored objects with their checksums stands, and what it has found. */
export default function AdministrationFixity() {
  const { faults, page, pages, ...figures } = useLoaderData<typeof loader>();
  const { t } = useTranslation('administration');
  const momentOf = useMoments();
  return (
    <>
      <h2>{t('fixity.title')}</h2>
      <p>{t('fixity.intro')}</p>
      <Figures {...figures} />
      <CountedAt at={figures.countedAt} />
      <ListTable
        label={t('fixity.table')}
        heads={heads.map((head) => t(`fixity.heads.${head}`))}
        none={t('fixity.none')}
        rows={faults.map(({ key, uploads, fault, foundAt, mendedAt }) => ({
          id: key,
          cells: [
            <code key="key">{key}</code>,
            uploads.map(({ id, fileName }) => `${id} ${fileName}`).join(', '),
            t(`fixity.faults.${fault}`),
            momentOf(foundAt),
            mendedAt === null ? t('fixity.notMended') : momentOf(mendedAt),
          ],
        }))}
      />
      <PageLinks
        label={t('fixity.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationList('fixity', number)}
      />
    </>
  );
}

type FigureValues = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  'objects' | 'bytes' | 'oldestCheck' | 'overdue' | 'notReplicated'
>;

function Figures({ objects, bytes, oldestCheck, overdue, notReplicated }: FigureValues) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const momentOf = useMoments();
  const facts = [
    ['objects', t('fixity.bytes', { number: formatNumber(objects, language), size: formatBytes(bytes, language) })],
    ['oldestCheck', oldestCheck === null ? t('fixity.never') : momentOf(oldestCheck)],
    ['overdue', formatNumber(overdue, language)],
    ['notReplicated', notReplicated === null ? t('fixity.noReplica') : formatNumber(notReplicated, language)],
  ] as const;
  return <Facts facts={facts.map(([name, value]) => [t(`fixity.${name}`), value])} />;
}
