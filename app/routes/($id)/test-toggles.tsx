import { useTranslation } from 'react-i18next';

import { motorTests, type MotorTest } from '@domain/motor-tests';

import { TestPicture } from '~/components/icons/picture';

/** Tests of the results, as buttons that add the test to the search or remove it. */
export function TestToggles({ chosen, found }: { chosen: readonly MotorTest[]; found: readonly string[] }) {
  const { t } = useTranslation(['home', 'tests']);
  const tests = motorTests.filter((test) => chosen.includes(test) || found.includes(test));
  if (tests.length === 0) return null;
  return (
    <div role="group" aria-label={t('home:results.filter')} className="test-toggles">
      <span aria-hidden="true">{t('home:results.filter')}</span>
      {tests.map((test) => (
        <button
          type="submit"
          name="toggle"
          value={test}
          key={test}
          className="button-quiet"
          aria-pressed={chosen.includes(test)}
        >
          <TestPicture test={test} />
          {t(`tests:${test}.short`)}
        </button>
      ))}
    </div>
  );
}
