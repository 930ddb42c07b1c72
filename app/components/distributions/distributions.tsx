import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { Distributions as FoundDistributions } from '@domain/api/distributions';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { DistributionFigure } from './distribution-figure';
import type { ShownDistribution } from './distribution-numbers';
import { PlotKey } from './plot-key';

/** The distributions of a table, or the address of the page that shows them if counting takes long. */
export type DistributionsView =
  | { without: FoundDistributions['without'] | 'away'; distributions: ShownDistribution[] }
  | { rows: number; address: string };

/** Distribution of the results of each mapped test, as small plots with their numbers. */
export function Distributions({ view }: { view: DistributionsView }) {
  const { t } = useTranslation('distributions');
  return (
    <section id="distributions" aria-labelledby="distributions-heading">
      <h3 id="distributions-heading">{t('heading')}</h3>
      <Content view={view} />
    </section>
  );
}

function Content({ view }: { view: DistributionsView }) {
  const { t } = useTranslation('distributions');
  const language = useLanguage();
  if ('address' in view) {
    return (
      <p>
        {t('offer', { rows: formatNumber(view.rows, language) })} <Link to={view.address}>{t('show')}</Link>
      </p>
    );
  }
  if (view.without) return <p>{t(`without.${view.without}`)}</p>;
  return (
    <>
      <PlotKey />
      <div className="distributions">
        {view.distributions.map((distribution) => (
          <DistributionFigure key={`${distribution.position} ${distribution.target}`} distribution={distribution} />
        ))}
      </div>
    </>
  );
}
