import { useTranslation } from 'react-i18next';

import type { NamedSearch } from '@domain/api/saved-searches';

/** Names a search by its own words, its tests and its facets. Needs the texts 'results' and 'saved-searches'. */
export function useSearchInWords(): (search: NamedSearch) => string {
  const { t } = useTranslation(['saved-searches', 'results', 'tests']);
  return ({ text, tests, facets }) => {
    const parts = [
      ...(text === '' ? [] : [t('saved-searches:quoted', { text })]),
      ...tests.map((test) => t(`tests:${test}.short`)),
      ...facets.map(({ name, label }) => t('results:chips.chip', { facet: t(`results:facets.${name}`), value: label })),
    ];
    return parts.length === 0 ? t('saved-searches:everything') : parts.join(', ');
  };
}
