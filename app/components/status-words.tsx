import { useTranslation } from 'react-i18next';

import { parseListedStatus, type ListedStatus } from '@domain/upload-status';

interface StatusWordsProps {
  status: ListedStatus;
  /** The accepted data set is withdrawn, or its contributor asks for it. */
  withdrawal?: 'asked' | 'withdrawn' | null;
}

/** Status of an upload. The spec's asterisk is a red star with its meaning as text. */
export function StatusWords({ status: listed, withdrawal = null }: StatusWordsProps) {
  const { t } = useTranslation('uploads');
  const { status, starred } = parseListedStatus(listed);
  return (
    <>
      {withdrawal === 'withdrawn' ? t('status.withdrawn') : t(`status.${status}`)}
      {withdrawal === 'asked' ? `, ${t('status.withdrawalAsked')}` : null}
      {starred ? (
        <span className="star" title={t('list.star')}>
          <span aria-hidden="true">*</span>
          <span className="visually-hidden"> ({t('list.star')})</span>
        </span>
      ) : null}
    </>
  );
}
