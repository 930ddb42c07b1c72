import { useTranslation } from 'react-i18next';

import type { Facet } from '@domain/api/search';

import { toggledFilter } from '~/components/search/changed-search';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { RegionMap } from './region-map';
import { ResultsLink, useShownSearch } from './results-link';
import { YearBars } from './year-bars';

/** Values of a facet that are shown at once. */
const valuesShown = 6;

type FacetValue = Facet['values'][number];

/** One facet: its values with their numbers of hits, and a drawing of regions and years. */
export function FacetRegion({ facet: { name, values } }: { facet: Facet }) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const titleId = `facet-${name}`;
  const rest = values.slice(valuesShown);
  return (
    <section aria-labelledby={titleId} className="facet">
      <h3 id={titleId}>{t(`facets.${name}`)}</h3>
      <ValueList name={name} values={values.slice(0, valuesShown)} />
      {rest.length > 0 ? (
        <details open={rest.some(({ isChosen }) => isChosen)}>
          <summary>
            {t('narrow.showAll', { count: values.length, shown: formatNumber(values.length, language) })}
          </summary>
          <ValueList name={name} values={rest} />
        </details>
      ) : null}
      {name === 'region' ? <RegionMap values={values} /> : null}
      {name === 'years' ? <YearBars values={values} /> : null}
    </section>
  );
}

function ValueList({ name, values }: { name: Facet['name']; values: readonly FacetValue[] }) {
  return (
    <ul>
      {values.map((value) => (
        <Value key={value.value} name={name} {...value} />
      ))}
    </ul>
  );
}

/** A checkbox, to choose several values at once, and a link that adds or removes this one. */
function Value({ name, value, label, count, isChosen }: FacetValue & { name: Facet['name'] }) {
  const { address } = useShownSearch();
  const language = useLanguage();
  // Not the name of the test alone, which is that of its checkbox in the search form.
  const text = `${label} (${formatNumber(count, language)})`;
  return (
    <li>
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} aria-label={text} />
      <ResultsLink
        change={{ filters: toggledFilter(address.filters, name, value) }}
        aria-current={isChosen ? 'true' : undefined}
      >
        {text}
      </ResultsLink>
    </li>
  );
}
