import { useTranslation } from 'react-i18next';

import { formatDay } from '@domain/formats';
import type { PrivateLink } from '@domain/life/private-links';

import { ContributedText } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { Form } from '~/forms/form';
import { formatDateTime, formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';
import { withQuery } from '~/paths';

const heads = ['label', 'state', 'until', 'uses', 'lastUse', 'act'] as const;

/** The links of an upload with their uses, and a button to revoke each that can be used. */
export function LinkList({ page, links }: { page: string; links: readonly PrivateLink[] }) {
  const { t } = useTranslation('private-links');
  if (links.length === 0) return <p>{t('list.none')}</p>;
  return (
    <ScrollTable label={t('list.table')} isCards heads={heads.map((head) => t(`list.heads.${head}`))}>
      <tbody {...cardRoles.group}>
        {links.map((link) => (
          <LinkRow key={link.number} page={page} link={link} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function LinkRow({ page, link }: { page: string; link: PrivateLink }) {
  const { t } = useTranslation('private-links');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { number, label, until, state, uses, lastUsedAt } = link;
  const isRevocable = state === 'open' || state === 'closed';
  return (
    <tr {...cardRoles.row}>
      <th scope="row" {...cardRoles.rowHead}>
        <ContributedText language="">{label}</ContributedText>
      </th>
      <td data-label={t('list.heads.state')} {...cardRoles.cell}>
        {t(`list.states.${state}`)}
      </td>
      <td data-label={t('list.heads.until')} {...cardRoles.cell}>
        {formatDay(until.split('-'), language)}
      </td>
      <td data-label={t('list.heads.uses')} {...cardRoles.cell}>
        {formatNumber(uses, language)}
      </td>
      <td data-label={t('list.heads.lastUse')} {...cardRoles.cell}>
        {lastUsedAt === null ? t('list.never') : formatDateTime(lastUsedAt, language, timeZone)}
      </td>
      <td {...cardRoles.cell}>
        {isRevocable ? (
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
