import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Distributions as FoundDistributions } from '@domain/api/distributions';
import { ScrollArea } from '~/components/scroll-area';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { groupName, numberRows, numbersInWords, type ShownDistribution } from './distribution-numbers';
import { DistributionPlot } from './distribution-plot';

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
      <DistributionFigures view={view} of="" />
    </section>
  );
}

/** The plots with their legend. `of` tells the tables of a page apart. */
export function DistributionFigures({ view, of }: { view: DistributionsView; of: string }) {
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
          <DistributionFigure
            key={`${distribution.position} ${distribution.target}`}
            distribution={distribution}
            titleId={`distribution-${of}${distribution.position}-${distribution.target}`.replaceAll(/\s/g, '_')}
          />
        ))}
      </div>
    </>
  );
}

/** Plot of a test's results under its name, with all numbers on demand. */
function DistributionFigure({ distribution, titleId }: { distribution: ShownDistribution; titleId: string }) {
  const { t } = useTranslation('distributions');
  const language = useLanguage();
  const { label, unit, column } = distribution;
  const title = unit === '' ? label : t('withUnit', { label, unit });
  return (
    <figure className="distribution">
      <figcaption>
        <span id={titleId} className="distribution-title">
          {title}
        </span>
        <span className="distribution-column">{t('column', column)}</span>
      </figcaption>
      <DistributionPlot
        distribution={distribution}
        titleId={titleId}
        description={numbersInWords(distribution, t, language)}
      />
      <details>
        <summary>
          {t('numbers.show')} <span className="visually-hidden">{t('numbers.of', { label })}</span>
        </summary>
        <ScrollArea label={title}>
          <Numbers distribution={distribution} title={title} />
        </ScrollArea>
      </details>
    </figure>
  );
}

function Numbers({ distribution, title }: { distribution: ShownDistribution; title: string }) {
  const { t } = useTranslation('distributions');
  const language = useLanguage();
  return (
    <table className="distribution-numbers">
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <td />
          {distribution.groups.map((group) => (
            <th key={group.sex} scope="col" className="numeric">
              {groupName(group, t)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numberRows(distribution, t, language).map(({ id, label, values }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            {values.map((value, index) => (
              <td key={distribution.groups[index]?.sex} className="numeric">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Legend of the plots. */
function PlotKey() {
  const { t } = useTranslation('distributions');
  const signs: [id: 'unusual' | 'impossible' | 'beyond' | 'summary', sign: ReactNode][] = [
    ['unusual', <line key="unusual" className="bound-unusual" x1="50%" x2="50%" y1="0" y2="100%" />],
    ['impossible', <line key="impossible" className="bound-impossible" x1="50%" x2="50%" y1="0" y2="100%" />],
    ['beyond', <path key="beyond" className="bar-impossible" d="M9 16V7H15V16ZM9 5V2H15V5Z" />],
    [
      'summary',
      <g key="summary">
        <line className="whole-range" x1="0" x2="100%" y1="50%" y2="50%" />
        <line className="middle-half" x1="25%" x2="75%" y1="50%" y2="50%" />
        <circle className="median" cx="45%" cy="50%" r="4" />
      </g>,
    ],
  ];
  return (
    <>
      <p>{t('intro')}</p>
      <ul className="distribution-key">
        {signs.map(([id, sign]) => (
          <li key={id}>
            <svg className="distribution-plot" width="24" height="16" aria-hidden="true">
              {sign}
            </svg>
            {t(`key.${id}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
