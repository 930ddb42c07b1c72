import { useTranslation } from 'react-i18next';

import type { SearchRow, Years } from '@domain/api/search';

import { Facts } from '~/components/facts';

const yearsText = (years: Years) => (typeof years === 'number' ? String(years) : `${years.start}–${years.end}`);

/** Texts for years, types, genders, ages and units in search results. */
export function useSearchWords() {
  const { t } = useTranslation(['home', 'tests']);
  return {
    /** '' for a count, which has no unit. */
    unit: (unit: string) => (unit === '' || unit === '1' ? '' : t(`tests:units.${unit}`, unit)),
    /** The first three authors, and how many more there are. */
    authors: (authors: readonly string[]) =>
      authors.length > 3
        ? t('results.moreAuthors', { authors: authors.slice(0, 3).join('; '), count: authors.length - 3 })
        : authors.join('; '),
    years: (years: readonly Years[]) => years.map(yearsText).join(', '),
    types: (types: readonly string[]) => types.map((type) => t(`types.${type}`, type)).join(', '),
    /** The same with the abbreviations explained. */
    typesExplained: (types: readonly string[]) =>
      types.map((type) => `${t(`types.${type}`, type)} (${t(`typesLong.${type}`, type)})`).join(', '),
    genders: (genders: readonly string[]) => genders.map((code) => t(`genders.${code}`, code)).join(', '),
    ages: (ages: SearchRow['ages']) =>
      ages
        .map(({ start, end }) =>
          start === end ? t('results.agesOne', { start, count: start }) : t('results.agesRange', { start, end }),
        )
        .join(', '),
  };
}

/** Terms with their values; 'not stated' for empty values. */
export function FactList({ lines }: { lines: readonly (readonly [term: string, value: string])[] }) {
  const { t } = useTranslation('home');
  return <Facts facts={lines.map(([term, value]) => [term, value || t('results.unknown')])} />;
}
