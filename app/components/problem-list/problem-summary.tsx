import { useTranslation } from 'react-i18next';

import type { ProblemCounts } from '@domain/api/problems';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Number of problems and of those that are still open; the spec's sentence if there are none. */
export function ProblemSummary({ counts: { cells, errors, open } }: { counts: ProblemCounts }) {
  const { t } = useTranslation('check');
  const language = useLanguage();
  const number = (count: number) => ({ count, number: formatNumber(count, language) });
  if (cells === 0) return <p>{t('none')}</p>;
  return (
    <ul className="problem-summary">
      <li>{t('counts.total', number(cells))}</li>
      {errors > 0 ? <li>{t('counts.locked', number(errors))}</li> : null}
      {open > 0 ? <li>{t('counts.open', number(open))}</li> : null}
    </ul>
  );
}
