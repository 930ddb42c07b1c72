import { useTranslation } from 'react-i18next';

import { countProblems, type CountedProblem } from './problem-pages';

/** How many problems there are, and what keeps the check from being done; the spec's sentence when none. */
export function ProblemSummary({ problems }: { problems: readonly CountedProblem[] }) {
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
