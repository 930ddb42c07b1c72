import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { Facet } from '@domain/api/search';

import { FacetRegion } from './facet-region';
import { ResultsLink } from './results-link';

/** Width from which the facets stand beside the results; the same as in narrow-results.css. */
const besideResults = '(min-width: 80rem)';

/** Facets of the search, each with its values. Its checkboxes belong to the form around it. */
export function NarrowResults({ facets }: { facets: readonly Facet[] }) {
  const { t } = useTranslation('results');
  const shown = facets.filter(({ values }) => values.length > 0);
  const fold = useOpenBesideResults();
  if (shown.length === 0) return null;
  const isNarrowed = shown.some(({ values }) => values.some(({ isChosen }) => isChosen));
  return (
    <nav aria-label={t('narrow.label')} className="narrow">
      {/* Closed, so that the results come first in narrow windows without script. In wide ones it is always open. */}
      <details ref={fold}>
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

/**
 * Opens the facets where they stand beside the results. Style sheets show them there without this, but not every
 * browser can, and some programs that read the page go by the attribute.
 */
function useOpenBesideResults() {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const wide = window.matchMedia(besideResults);
    const adapt = () => fold.current?.toggleAttribute('open', wide.matches);
    adapt();
    wide.addEventListener('change', adapt);
    return () => wide.removeEventListener('change', adapt);
  }, []);
  return fold;
}
