import { useTranslation } from 'react-i18next';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

interface CurveSectionProps {
  /** The result whose curves are shown, its page, the number of data sets behind it, and its pictures as our own markup. */
  curve: { test: string; page: string; dataSets: number; html: string };
}

/** The curve of the day, which leads to comparisons. */
export function CurveSection({ curve: { test, page, dataSets, html } }: CurveSectionProps) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const sets = t('overview.dataSets', { count: dataSets, shown: formatNumber(dataSets, language) });
  return (
    <section aria-labelledby="curve-of-the-day">
      <h2 id="curve-of-the-day">{t('curve.heading')}</h2>
      <p>{t('curve.text', { test, sets })}</p>
      <div className="norm-small" dangerouslySetInnerHTML={{ __html: html }} />
      <p className="actions">
        <a href={page}>{t('curve.link', { test })}</a>
        <a href={paths.compare()}>{t('curve.all')}</a>
      </p>
    </section>
  );
}
