import { useTranslation } from 'react-i18next';

import type { ListedSubmission } from '@domain/api/board-list';
import type { PanelNumber } from '@domain/limits';
import { parseListedStatus, statusRules } from '@domain/upload-status';

/**
 * A rating in words if two votes disagree; otherwise 'C' and what it means here: how far the expert is, or that both
 * agree. Without panels, to whoever is a party to the submission, it only means that they agree or that it is open.
 */
export function ExpertColumn({ row, nr }: { row: ListedSubmission; nr: PanelNumber }) {
  const { t } = useTranslation('board-list');
  const value = nr === 1 ? row.e1 : row.e2;
  if (value !== 'C') return t(`editorial:list.rating.${value}`);
  const panel = row.panels.find((one) => one.nr === nr);
  if (!panel) {
    return (
      <>
        C<span className="visually-hidden"> ({t('editorial:list.consensus')})</span>
      </>
    );
  }
  const isDecided = statusRules[parseListedStatus(row.status).status].decided;
  return (
    <>
      C{' '}
      <span className={panel.isOverdue && !isDecided ? 'panel-state overdue' : 'panel-state'}>
        {isDecided ? t('panel.agreed') : t(`panel.${panel.mine ? 'mine' : 'other'}.${panel.state}`)}
      </span>
    </>
  );
}
