import { useTranslation } from 'react-i18next';

import type { MotorTest } from '@domain/motor-tests';

import { TestPicture } from '~/components/icons/picture';

/** Checkbox of a motor test with icon and short name. The long name appears on focus and hover. */
export function TestIcon({ test, isChosen }: { test: MotorTest; isChosen: boolean }) {
  const { t } = useTranslation('tests');
  const id = `test-${test}`;
  return (
    <div className="test-icon">
      <input type="checkbox" id={id} name="e" value={test} defaultChecked={isChosen} aria-describedby={`${id}-long`} />
      <label htmlFor={id}>
        <TestPicture test={test} />
        <span>{t(`${test}.short`)}</span>
      </label>
      <span id={`${id}-long`} className="test-icon-long">
        {t(`${test}.long`)}
      </span>
    </div>
  );
}
