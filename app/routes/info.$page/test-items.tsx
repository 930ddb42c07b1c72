import { useTranslation } from 'react-i18next';

import { motorTests } from '@domain/motor-tests';

import { TestPicture } from '~/components/icons/picture';

/** The 23 motor tests: picture, names, and how each is done. */
export function TestItems({ intro }: { intro: string }) {
  const { t } = useTranslation('tests');
  return (
    <>
      <p>{intro}</p>
      {motorTests.map((test) => (
        <section key={test} id={test} className="test-item">
          <h2>
            <TestPicture test={test} />
            {t(`${test}.long`)} ({t(`${test}.abbr`)})
          </h2>
          <p>{t(`${test}.item`)}</p>
        </section>
      ))}
    </>
  );
}
