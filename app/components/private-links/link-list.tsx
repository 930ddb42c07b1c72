import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import type { PrivateLink } from '@domain/life/private-links';

import { RevocableTable } from '~/components/revocable-table';
import { formatDateTime, formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

const heads = ['label', 'state', 'until', 'uses', 'lastUse', 'act'] as const;

/** The links of an upload with their uses, and a button to revoke each that can be used. */
export function LinkList({ page, links }: { page: string; links: readonly PrivateLink[] }) {
  const { t } = useTranslation('private-links');
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (links.length === 0) return <p>{t('list.none')}</p>;
  return (
    <RevocableTable
      page={page}
      label={t('list.table')}
      heads={heads.map((head) => t(`list.heads.${head}`))}
      revoke={t('list.revoke')}
      rows={links.map(({ number, label, until, state, uses, lastUsedAt }) => ({
        number,
        label,
        cells: [
          t(`list.states.${state}`),
          formatDay(until.split('-'), language),
          formatNumber(uses, language),
          lastUsedAt === null ? t('list.never') : formatDateTime(lastUsedAt, language, timeZone),
        ],
        isRevocable: state === 'open' || state === 'closed',
        revokeLabel: t('list.revokeOf', { label }),
      }))}
    />
  );
}
