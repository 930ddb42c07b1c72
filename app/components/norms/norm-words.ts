import { useTranslation } from 'react-i18next';

import type { Norms, NormTest } from '@domain/api/norms';
import { formatDay, numberFormat, withMinusSign } from '@domain/formats';
import type { Language } from '@domain/language-code';
import { partsOfVersion } from '@domain/norms/version-parts';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** A percentile is not a result: it is told with a decimal even of counts, which have no unit and often few values. */
const leastDecimalsOfCounts = 1;

/** A percentile, mean or standard deviation in the usual decimals of its test, of counts at least one, and without its unit. */
export function formatValue(value: number, test: Pick<NormTest, 'decimals' | 'unit'>, language: Language): string {
  const shown = test.unit === '' ? Math.max(test.decimals, leastDecimalsOfCounts) : test.decimals;
  const format = numberFormat(language, { minimumFractionDigits: shown, maximumFractionDigits: shown });
  return withMinusSign(format.format(value));
}

/** What was measured, as `formatValue`; of counts, which have no unit, with decimals only if there are some. */
export function formatMeasured(value: number, test: Pick<NormTest, 'decimals' | 'unit'>, language: Language): string {
  if (test.unit !== '') return formatValue(value, test, language);
  return withMinusSign(numberFormat(language, { maximumFractionDigits: leastDecimalsOfCounts }).format(value));
}

/** A value beside a result: as `formatValue`, but a count, which has no unit, is whole. */
export function formatNearest(value: number, test: Pick<NormTest, 'decimals' | 'unit'>, language: Language): string {
  return test.unit === ''
    ? withMinusSign(formatNumber(Math.round(value), language))
    : formatValue(value, test, language);
}

/** Name of a country of the tests; null if it is not known. */
export function countryName({ offered }: Pick<Norms, 'offered'>, code: string | null): string | null {
  return offered.countries.find((country) => country.code === code)?.label ?? code;
}

const withUnit = (text: string, { unit }: Pick<NormTest, 'unit'>) => (unit === '' ? text : `${text}\u00a0${unit}`);

/** Texts of values, ages, units and versions of comparisons. */
export function useNormWords() {
  const { t } = useTranslation('compare');
  const language = useLanguage();
  const number = (value: number) => withMinusSign(formatNumber(value, language));
  return {
    number,
    value: (value: number, test: Pick<NormTest, 'decimals' | 'unit'>) => formatValue(value, test, language),
    /** Percentiles of the results themselves, and medians, which are results that people have. */
    measured: (value: number, test: Pick<NormTest, 'decimals' | 'unit'>) => formatMeasured(value, test, language),
    /** As a result could be. */
    nearest: (value: number, test: Pick<NormTest, 'decimals' | 'unit'>) => formatNearest(value, test, language),
    /** With its unit, as a result is told. */
    valueWithUnit: (value: number, test: Pick<NormTest, 'unit'>) => withUnit(number(value), test),
    /** As a result could be, with its unit. */
    nearestWithUnit: (value: number, test: Pick<NormTest, 'decimals' | 'unit'>) =>
      withUnit(formatNearest(value, test, language), test),
    ages: ({ start, end }: { start: number; end: number }) =>
      start === end ? String(start) : t('studies.ageRange', { start, end }),
    sets: (count: number) => t('sets', { count, shown: number(count) }),
    /** Beside another version, the first one of the same day is told to be that. */
    version: (version: string, beside: string | null = null) => {
      const { day, number: again } = partsOfVersion(version);
      const shown = formatDay(day, language);
      if (again !== undefined) return t('versionAgain', { day: shown, number: again });
      const isFirst = beside?.startsWith(`${version}.`) ?? false;
      return t(isFirst ? 'versionFirst' : 'version', { day: shown });
    },
    labelWithUnit: ({ label, unit }: Pick<NormTest, 'label' | 'unit'>) => (unit === '' ? label : `${label} (${unit})`),
  };
}
