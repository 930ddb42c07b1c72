import { useTranslation } from 'react-i18next';

import type { Facet } from '@domain/api/search';

import { FacetRegion } from './facet-region';
import { ResultsLink } from './results-link';

/** Facets of the search, each with its values. Its checkboxes belong to the form around it. */
export function NarrowResults({ facets }: { facets: readonly Facet[] }) {
  const { t } = useTranslation('results');
  const shown = facets.filter(({ values }) => values.length > 0);
  if (shown.length === 0) return null;
  const isNarrowed = shown.some(({ values }) => values.some(({ isChosen }) => isChosen));
  return (
    <nav aria-label={t('narrow.label')} className="narrow">
      {/* Closed, so that the results come first in narrow windows without script. In wide ones it is always open. */}
      <details>
        <summary>{t('narrow.label')}</summary>
        <p className="narrow-ends">
          <a href="#results-list" className="narrow-skip">
            {t('narrow.skip')}
          </a>
          {isNarrowed ? <ResultsLink change={{ filters: {} }}>{t('narrow.removeAll')}</ResultsLink> : null}
        </p>
        {shown.map((facet) => (
          <FacetRegion key={facet.name} facet={facet} />
        ))}
        <p className="narrow-apply">
          <button type="submit" name="apply" value="facets" className="button-quiet">
            {t('narrow.apply')}
          </button>
        </p>
      </details>
    </nav>
  );
}
