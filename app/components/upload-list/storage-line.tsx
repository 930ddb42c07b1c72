import { useTranslation } from 'react-i18next';

import type { StorageUse } from '@domain/api/storage';
import { formatBytes, formatBytesBefore } from '@domain/formats';
import { useLanguage } from '~/i18n/use-language';

/** How much of their space the user has used, and whether the server has none; nothing if it is unknown. */
export function StorageLine({ storage }: { storage: StorageUse | null }) {
  const { t } = useTranslation('uploads');
  const language = useLanguage();
  if (!storage) return null;
  const { usedBytes, limitBytes, isServerFull } = storage;
  const used = formatBytesBefore(usedBytes, limitBytes, language);
  return (
    <>
      <p>{t('list.storage', { used, limit: formatBytes(limitBytes, language) })}</p>
      {isServerFull ? <p className="notice">{t('list.full')}</p> : null}
    </>
  );
}
