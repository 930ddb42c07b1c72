import { useTranslation } from 'react-i18next';

import type { AccessToken } from '@domain/access-tokens';
import { formatDay } from '@domain/formats';

import { RevocableTable } from '~/components/revocable-table';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

const heads = ['label', 'scopes', 'state', 'until', 'lastUse', 'act'] as const;

/** The user's tokens, with a button to revoke each that can be used. */
export function TokenList({ page, tokens }: { page: string; tokens: readonly AccessToken[] }) {
  const { t } = useTranslation('access-tokens');
  const language = useLanguage();
  const timeZone = useTimeZone();
  if (tokens.length === 0) return <p>{t('list.none')}</p>;
  return (
    <RevocableTable
      page={page}
      label={t('list.table')}
      heads={heads.map((head) => t(`list.heads.${head}`))}
      revoke={t('list.revoke')}
      rows={tokens.map(({ number, label, scopes, until, state, lastUsedAt }) => ({
        number,
        label,
        cells: [
          scopes.join(', '),
          t(`list.states.${state}`),
          formatDay(until.split('-'), language),
          lastUsedAt === null ? t('list.never') : formatDateTime(lastUsedAt, language, timeZone),
        ],
        isRevocable: state === 'open',
        revokeLabel: t('list.revokeOf', { label }),
      }))}
    />
  );
}
