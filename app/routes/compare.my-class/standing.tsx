import { useTranslation } from 'react-i18next';

import type { ClassChild, ClassResult, ClassTest } from '@domain/api/class-report';
import { numberFormat, withDecimalSign, withMinusSign } from '@domain/formats';
import type { Language } from '@domain/language-code';
import { toldAge } from '@domain/norms/class-results';
import { wholePercentile, wordsOfStanding } from '@domain/norms/rules';

import { StandingStrip } from '~/components/norms/standing-strip';
import { useLanguage } from '~/i18n/use-language';

interface StandingProps {
  percentile: number;
  band: NonNullable<ClassResult['band']>;
  /** How many of 100 are worse, and have the same result; a median of percentiles has neither. */
  worse?: number | null;
  same?: number | null;
}

/** Where a percentile stands: on a scale and in words, with those who have the same result, if they are many. */
export function Standing({ percentile, band, worse = null, same = null }: StandingProps) {
  const { t } = useTranslation('my-class');
  const words = worse === null || same === null ? null : wordsOfStanding({ percentile, worse, same });
  return (
    <>
      <StandingStrip standing={wholePercentile(percentile)} />
      <span className="standing-words">
        {t('report.band', { percentile: wholePercentile(percentile), band: t(`bands.${band}`) })}
        {words === null || words.kind === 'usual' || words.kind === 'least'
          ? ''
          : `; ${t(`report.${words.kind}`, { same: words.same })}`}
      </span>
    </>
  );
}

/** A value with its unit, to at most the given decimals: as a rule the usual ones of the test. */
export function useValueText(): (value: number, test: Pick<ClassTest, 'unit' | 'decimals'>) => string {
  const language = useLanguage();
  return (value, { unit, decimals }) => {
    const text = withMinusSign(numberFormat(language, { maximumFractionDigits: decimals }).format(value));
    return unit === '' ? text : `${text} ${unit}`;
  };
}

/** Age of a child in words: with a decimal if it is known to the day; '' if it is unknown. */
export function ageText({ age, isAgeExact }: Pick<ClassChild, 'age' | 'isAgeExact'>, language: Language): string {
  if (age === null) return '';
  return numberFormat(language, { maximumFractionDigits: 1 }).format(toldAge({ age, isAgeExact }));
}

/** Cells of a result that is left out: a decimal point of a file becomes the sign of the language. */
export function cellsText(text: string, language: Language): string {
  return text.replace(/(?<=^|; )-?\d+\.\d+(?=;|$)/g, (number) => withDecimalSign(number, language));
}
