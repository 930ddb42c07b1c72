import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadState } from '@domain/api/uploads';

import { paths } from '~/paths';

/** Whose upload it is and what the reader may do, for a co-author, with a link to all who share it. */
export function SharingNote({ upload: { id, right, owner } }: { upload: Pick<UploadState, 'id' | 'right' | 'owner'> }) {
  const { t } = useTranslation('sharing');
  return (
    <p>
      {right === null || right === 'own' ? null : (
        <>{owner ? t(`note.${right}`, { owner }) : t(`noteLeft.${right}`)} </>
      )}
      <Link to={paths.uploadCoAuthors(id)}>{t('heading')}</Link>
    </p>
  );
}
