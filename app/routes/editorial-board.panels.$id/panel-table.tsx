import { useTranslation } from 'react-i18next';

import type { PanelView } from '@domain/api/editorial';
import type { BoardExpert } from '@domain/board/experts';

import { CommonFacts } from '~/components/board/parties';
import { ScrollTable } from '~/components/scroll-area';
import { formatDate } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { usePersonInWords } from '~/i18n/use-person-in-words';
import { useTimeZone } from '~/i18n/use-time-zone';

const columns = ['panel', 'expert', 'state', 'due'] as const;

/** Who holds the two panels, how far they are, and what they have in common with the authors. */
export function PanelTable({ panels, experts }: { panels: readonly PanelView[]; experts: readonly BoardExpert[] }) {
  const { t } = useTranslation('panels');
  return (
    <ScrollTable label={t('table')} heads={columns.map((column) => t(`columns.${column}`))}>
      <tbody>
        {panels.map((panel) => (
          <PanelRow key={panel.nr} panel={panel} expert={experts.find(({ email }) => email === panel.email)} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function PanelRow({ panel, expert }: { panel: PanelView; expert: BoardExpert | undefined }) {
  const { t } = useTranslation('panels');
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { email, mine, state, dueAt, isOverdue } = panel;
  return (
    <tr>
      <th scope="row">{t('editorial:vote.panel', { number: panel.nr })}</th>
      <td>
        {email === null ? t('states.nobody') : <ExpertName email={email} expert={expert} isSelf={mine} />}
        {expert?.closeness ? <CommonFacts closeness={expert.closeness} /> : null}
      </td>
      <td>
        {t(`states.${state}`)}
        {isOverdue ? <strong>, {t(state === 'voted' ? 'states.tieOverdue' : 'states.overdue')}</strong> : null}
      </td>
      <td>{dueAt ? <time dateTime={dueAt}>{formatDate(dueAt, language, timeZone)}</time> : t('states.noDue')}</td>
    </tr>
  );
}

function ExpertName({ email, expert, isSelf }: { email: string; expert: BoardExpert | undefined; isSelf: boolean }) {
  const { t } = useTranslation('panels');
  const sayAway = useAwayInWords();
  const inWords = usePersonInWords();
  const notes = [
    isSelf ? t('self') : '',
    expert || email === '' ? '' : t('noRole'),
    expert ? sayAway(expert) : '',
  ].filter(Boolean);
  return (
    <>
      {inWords(expert && expert.name !== email ? { name: expert.name, email } : { email }, 'member')}
      {notes.length > 0 ? ` (${notes.join(', ')})` : ''}
    </>
  );
}

/** Says that an expert is away, and until when; '' if they are not, or it is not told. */
export function useAwayInWords(): (expert: Pick<BoardExpert, 'away'>) => string {
  const { t } = useTranslation('panels');
  const language = useLanguage();
  return ({ away }) => {
    if (!away?.isAway) return '';
    return away.until ? t('awayUntil', { until: formatDate(away.until, language, 'UTC') }) : t('away');
  };
}
