import { useTranslation } from 'react-i18next';

import type { Norms } from '@domain/api/norms';
import { formatApa } from '@domain/apa-citation';

import { FileLinks } from '~/components/norms/file-links';
import { citationOfCurves, citationOfSource } from '~/components/norms/norm-citations';
import { useLanguage } from '~/i18n/use-language';

import { MostNote } from './studies-section';

interface SourcesProps {
  norms: Norms;
  query: string;
  /** Address of the site. */
  origin: string;
  /** Address that always shows this version and this choice. */
  permanent: string;
}

/** How to cite the curves and everything behind them. */
export function SourcesSection({ norms, query, origin, permanent }: SourcesProps) {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  const title = t('cite.curvesTitle', { test: norms.test.label });
  const curves = citationOfCurves(norms, { title, address: permanent });
  return (
    <section aria-labelledby="cite">
      <h2 id="cite">{t('cite.heading')}</h2>
      <h3>{t('cite.curves')}</h3>
      <p className="citation" id="citation-curves">
        {formatApa(curves, language)}
      </p>
      <p>
        <button type="button" className="button-quiet" data-copy="citation-curves" hidden>
          {t('cite.copy')}
        </button>
      </p>
      <p>
        {t('cite.address')} <a href={permanent}>{permanent}</a>
      </p>
      <h3 id="sources">{t('cite.sources')}</h3>
      <p>{t('cite.sourcesHint')}</p>
      <MostNote norms={norms} />
      <ul aria-labelledby="sources" className="norm-sources">
        {norms.sources.map((source) => (
          <li key={source.nr} className="citation">
            {formatApa(citationOfSource(source, origin), language)} <small>{source.licence}</small>
          </li>
        ))}
      </ul>
      <FileLinks file="sources" query={query} />
    </section>
  );
}
