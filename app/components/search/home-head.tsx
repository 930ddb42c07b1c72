import { useTranslation } from 'react-i18next';

import type { MotorTest } from '@domain/motor-tests';

import { SearchForm } from './search-form';

/** Heading and search form of the home screen. */
export function HomeHead({ tests, text }: { tests: readonly MotorTest[]; text: string }) {
  const { t } = useTranslation('home');
  return (
    <>
      <h1>{t('heading')}</h1>
      <p className="lead">{t('intro')}</p>
      <SearchForm tests={tests} text={text} />
    </>
  );
}
