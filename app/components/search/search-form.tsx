import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Overview } from '@domain/api/search';
import { type MotorTest, motorTestRows } from '@domain/motor-tests';
import { TestPicture } from '~/components/icons/picture';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { useBusySearch } from './use-busy-search';

/** Id of the form on its page. */
export const searchFormId = 'search-form';

/** Icon grid and text field of the search. A GET form, so that results have an address that can be shared. */
function SearchForm({ tests, text, counts }: HomeHeadProps) {
  const { t } = useTranslation('home');
  const hints = useDismissedHints('.test-icon');
  const { isBusy, onSubmit } = useBusySearch();
  return (
    <form
      id={searchFormId}
      method="get"
      action={`${paths.home()}#results`}
      className="search-form"
      aria-busy={isBusy}
      onSubmit={onSubmit}
    >
      <fieldset className="test-icons" {...hints}>
        <legend>{t('tests')}</legend>
        {motorTestRows.map((row) => (
          <div className="test-icon-row" key={row[0]}>
            {row.map((test) => (
              <TestIcon key={test} test={test} isChosen={tests.includes(test)} dataSets={counts?.[test]} />
            ))}
          </div>
        ))}
      </fieldset>
      <div className="search-text">
        <label htmlFor="search-text">{t('field')}</label>
        <div className="search-line">
          <input
            id="search-text"
            name="q"
            type="search"
            defaultValue={text}
            aria-describedby="search-hint"
            autoComplete="off"
            disabled={isBusy}
          />
          <button type="submit" className="button-primary" disabled={isBusy}>
            {t('button')}
          </button>
          <span role="status" className="busy">
            {isBusy ? t('searching') : null}
          </span>
        </div>
        <p id="search-hint" className="hint">
          {t('hint')}
        </p>
      </div>
    </form>
  );
}

interface TestIconProps {
  test: MotorTest;
  isChosen: boolean;
  /** Number of data sets with the test; undefined while it cannot be counted. */
  dataSets: number | undefined;
}

/** Checkbox of a motor test with icon, short name and number of data sets. The long name appears on focus and hover. */
function TestIcon({ test, isChosen, dataSets }: TestIconProps) {
  const { t } = useTranslation(['tests', 'home']);
  const language = useLanguage();
  const id = `test-${test}`;
  return (
    <div className="test-icon">
      <input type="checkbox" id={id} name="e" value={test} defaultChecked={isChosen} aria-describedby={`${id}-long`} />
      <label htmlFor={id}>
        <TestPicture test={test} />
        <span>{t(`tests:${test}.short`)}</span>
        {dataSets === undefined ? null : (
          <span className="test-icon-count" aria-hidden="true">
            {formatNumber(dataSets, language)}
          </span>
        )}
      </label>
      <span id={`${id}-long`} className="test-icon-long">
        {t(`tests:${test}.long`)}
        {dataSets === undefined
          ? null
          : `, ${t('home:overview.dataSets', { count: dataSets, shown: formatNumber(dataSets, language) })}`}
      </span>
    </div>
  );
}

/**
 * Lets Escape dismiss hints that appear on hover or focus (WCAG 1.4.13), until pointer or focus leave their item.
 * `item` is the selector of an item.
 */
function useDismissedHints(item: string) {
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setDismissed(true);
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, []);
  const onLeave = ({ target, relatedTarget }: FocusEvent | PointerEvent) => {
    const left = (target as Element).closest(item);
    if (left !== null && !left.contains(relatedTarget as Node | null)) setDismissed(false);
  };
  return { 'data-hints': isDismissed ? 'dismissed' : undefined, onBlur: onLeave, onPointerOut: onLeave };
}

/** Number of data sets by motor test. */
export type TestCounts = Partial<Record<MotorTest, number>>;

/** The numbers on the tiles: all that a page of results needs of the overview. */
export function countsOf(overview: Overview): TestCounts {
  return Object.fromEntries(overview.tests.map(({ test, dataSets }) => [test, dataSets]));
}

interface HomeHeadProps {
  tests: readonly MotorTest[];
  text: string;
  /** Number of data sets by test; null while they cannot be counted. */
  counts: TestCounts | null;
}

/** Heading and search form of the home screen. */
export function HomeHead({ tests, text, counts }: HomeHeadProps) {
  const { t } = useTranslation('home');
  return (
    <>
      <h1>{t('heading')}</h1>
      <p className="lead">{t('intro')}</p>
      <SearchForm tests={tests} text={text} counts={counts} />
    </>
  );
}
