import { useTranslation } from 'react-i18next';

import { parseListedStatus, type ListedStatus } from '@domain/upload-status';

/** Status of an upload. The spec's asterisk is a red star with its meaning as text. */
export function StatusWords({ status: listed }: { status: ListedStatus }) {
  const { t } = useTranslation('uploads');
  const { status, starred } = parseListedStatus(listed);
  return (
    <>
      {t(`status.${status}`)}
      {starred ? (
        <span className="star" title={t('list.star')}>
          <span aria-hidden="true">*</span>
          <span className="visually-hidden"> ({t('list.star')})</span>
        </span>
      ) : null}
    </>
  );
}
