import { useTranslation } from 'react-i18next';

import type { ClassChild, ClassResult, ClassTest } from '@domain/api/class-report';
import { numberFormat, withDecimalSign } from '@domain/formats';
import type { Language } from '@domain/language-code';
import { wholePercentile, wordsOfStanding } from '@domain/norms/rules';

import { useLanguage } from '~/i18n/use-language';

/** Widths in percent of the scale. */
const [lowerQuartile, upperQuartile] = [25, 75];

/** A percentile as a dot on a scale from 0 to 100, with the middle half of the norm. The text beside it says the same. */
function PercentileScale({ percentile, band }: { percentile: number; band: string }) {
  return (
    <svg className="percentile-scale" width="100%" height="0.9em" aria-hidden="true" focusable="false">
      <line className="whole-range" x1="2%" x2="98%" y1="0.45em" y2="0.45em" />
      <rect
        className="middle-half"
        x={`${lowerQuartile}%`}
        width={`${upperQuartile - lowerQuartile}%`}
        y="0.2em"
        height="0.5em"
      />
      <line className="middle" x1="50%" x2="50%" y1="0.1em" y2="0.8em" />
      <circle className={`standing-${band}`} cx={`${2 + wholePercentile(percentile) * 0.96}%`} cy="0.45em" r="0.38em" />
    </svg>
  );
}

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
      <PercentileScale percentile={percentile} band={band} />
      <span className="standing-words">
        {t('report.band', { percentile: wholePercentile(percentile), band: t(`bands.${band}`) })}
        {words?.kind === 'tied' || words?.kind === 'lowest'
          ? `; ${t(`report.${words.kind}`, { same: words.same })}`
          : ''}
      </span>
    </>
  );
}

/** A value with its unit, to the usual decimals of the test. */
export function useValueText(): (value: number, test: Pick<ClassTest, 'unit' | 'decimals'>) => string {
  const language = useLanguage();
  return (value, { unit, decimals }) => {
    const text = numberFormat(language, { maximumFractionDigits: decimals }).format(value);
    return unit === '' ? text : `${text} ${unit}`;
  };
}

/** Age of a child in words: with a decimal if it is known to the day; '' if it is unknown. */
export function ageText({ age, isAgeExact }: Pick<ClassChild, 'age' | 'isAgeExact'>, language: Language): string {
  if (age === null) return '';
  const years = isAgeExact ? Math.floor(age * 10) / 10 : Math.floor(age);
  return numberFormat(language, { maximumFractionDigits: 1 }).format(years);
}

/** Cells of a result that is left out: a decimal point of a file becomes the sign of the language. */
export function cellsText(text: string, language: Language): string {
  return text.replace(/(?<=^|; )-?\d+\.\d+(?=;|$)/g, (number) => withDecimalSign(number, language));
}
