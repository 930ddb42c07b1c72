import { useTranslation } from 'react-i18next';

import { motorTestRows, type MotorTest } from '@domain/motor-tests';

import { paths } from '~/paths';

import { TestIcon } from './test-icon';
import { useDismissedHints } from './use-dismissed-hints';

/** Id of the form on its page. */
export const searchFormId = 'search-form';

/** Icon grid and text field of the search. A GET form, so that results have an address that can be shared. */
export function SearchForm({ tests, text }: { tests: readonly MotorTest[]; text: string }) {
  const { t } = useTranslation('home');
  const hints = useDismissedHints('.test-icon');
  return (
    <form id={searchFormId} method="get" action={`${paths.home()}#results`} className="search-form">
      <fieldset className="test-icons" {...hints}>
        <legend>{t('tests')}</legend>
        {motorTestRows.map((row) => (
          <div className="test-icon-row" key={row[0]}>
            {row.map((test) => (
              <TestIcon key={test} test={test} isChosen={tests.includes(test)} />
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
          />
          <button type="submit" className="button-primary">
            {t('button')}
          </button>
        </div>
        <p id="search-hint" className="hint">
          {t('hint')}
        </p>
      </div>
    </form>
  );
}
