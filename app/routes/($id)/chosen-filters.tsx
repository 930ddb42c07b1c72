import { useTranslation } from 'react-i18next';

import type { Facet } from '@domain/api/search';

import { toggledFilter } from '~/components/search/changed-search';

import { ResultsLink, useShownSearch } from './results-link';

/** The chosen values of all facets, each with a link that removes it. */
export function ChosenFilters({ facets }: { facets: readonly Facet[] }) {
  const { t } = useTranslation('results');
  const { address } = useShownSearch();
  const chosen = facets.flatMap(({ name, values }) =>
    values.filter(({ isChosen }) => isChosen).map((value) => ({ name, ...value })),
  );
  if (chosen.length === 0) return null;
  return (
    <ul className="chips" aria-label={t('chips.label')}>
      {chosen.map(({ name, value, label }) => (
        <li key={`${name} ${value}`}>
          <ResultsLink
            className="chip"
            change={{ filters: toggledFilter(address.filters, name, value) }}
            aria-label={t('chips.remove', { facet: t(`facets.${name}`), value: label })}
          >
            {t('chips.chip', { facet: t(`facets.${name}`), value: label })} <span aria-hidden="true">×</span>
          </ResultsLink>
        </li>
      ))}
    </ul>
  );
}
