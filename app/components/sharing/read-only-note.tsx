import { useMatches } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

/** Why nothing can be changed: the upload is submitted, or the reader is a co-author who may only read it. */
export function ReadOnlyNote() {
  const { t } = useTranslation(['uploads', 'sharing']);
  return <p>{useMatches().some(({ data }) => isOnlyRead(data)) ? t('sharing:onlyRead') : t('uploads:readOnlyNote')}</p>;
}

/** Whether the data of the frame is about an upload that others can edit. */
function isOnlyRead(data: unknown): boolean {
  const { upload } = (data ?? {}) as { upload?: { right?: string | null; flags?: { submitted: boolean } } | null };
  return upload?.right === 'read' && upload.flags?.submitted === false;
}
