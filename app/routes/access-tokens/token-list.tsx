import { useTranslation } from 'react-i18next';

import type { AccessToken } from '@domain/access-tokens';
import { formatDay } from '@domain/formats';

import { ContributedText } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { Form } from '~/forms/form';
import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { withQuery } from '~/paths';

const heads = ['label', 'scopes', 'state', 'until', 'lastUse', 'act'] as const;

/** The user's tokens, with a button to revoke each that can be used. */
export function TokenList({ page, tokens }: { page: string; tokens: readonly AccessToken[] }) {
  const { t } = useTranslation('access-tokens');
  if (tokens.length === 0) return <p>{t('list.none')}</p>;
  return (
    <ScrollTable label={t('list.table')} isCards heads={heads.map((head) => t(`list.heads.${head}`))}>
      <tbody {...cardRoles.group}>
        {tokens.map((token) => (
          <TokenRow key={token.number} page={page} token={token} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function TokenRow({ page, token }: { page: string; token: AccessToken }) {
  const { t } = useTranslation('access-tokens');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { number, label, scopes, until, state, lastUsedAt } = token;
  return (
    <tr {...cardRoles.row}>
      <th scope="row" {...cardRoles.rowHead}>
        <ContributedText language="">{label}</ContributedText>
      </th>
      <td data-label={t('list.heads.scopes')} {...cardRoles.cell}>
        {scopes.join(', ')}
      </td>
      <td data-label={t('list.heads.state')} {...cardRoles.cell}>
        {t(`list.states.${state}`)}
      </td>
      <td data-label={t('list.heads.until')} {...cardRoles.cell}>
        {formatDay(until.split('-'), language)}
      </td>
      <td data-label={t('list.heads.lastUse')} {...cardRoles.cell}>
        {lastUsedAt === null ? t('list.never') : formatDateTime(lastUsedAt, language, timeZone)}
      </td>
      <td {...cardRoles.cell}>
        {state === 'open' ? (
          <Form action={withQuery(page, { revoke: number })} reloadDocument>
            <button type="submit" className="button-quiet" aria-label={t('list.revokeOf', { label })}>
              {t('list.revoke')}
            </button>
          </Form>
        ) : null}
      </td>
    </tr>
  );
}
