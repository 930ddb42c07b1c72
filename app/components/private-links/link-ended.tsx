import { useTranslation } from 'react-i18next';

import { paths } from '~/paths';

/** The page of a private link that is not valid. It is the same whatever the reason, and tells nothing of the data. */
export function LinkEnded() {
  const { t } = useTranslation('private-links');
  return (
    <>
      <h1>{t('ended.heading')}</h1>
      <p>{t('ended.why')}</p>
      <p>{t('ended.what')}</p>
      <p>
        <a href={paths.home()}>{t('ended.home')}</a>
      </p>
    </>
  );
}
