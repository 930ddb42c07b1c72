import { useTranslation } from 'react-i18next';

import type { Problem } from '@domain/api/mapping';

import { countProblems } from './problem-pages';

/** How many problems there are, and what keeps the check from being done; the spec's sentence when none. */
export function ProblemSummary({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('check');
  const { total, locked, open } = countProblems(problems);
  if (total === 0) return <p>{t('none')}</p>;
  return (
    <ul className="problem-summary">
      <li>{t('counts.total', { count: total })}</li>
      {locked > 0 ? <li>{t('counts.locked', { count: locked })}</li> : null}
      {open > 0 ? <li>{t('counts.open', { count: open })}</li> : null}
    </ul>
  );
}
