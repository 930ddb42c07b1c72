import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadState } from '@domain/api/uploads';

import { paths } from '~/paths';
import type { SubmitSummary } from '~/screens/submit.server';
import { Summary } from './summary';

/** An upload that is handed in: what has become of it, and everything once more to look at. */
export function Submitted({ upload, summary }: { upload: UploadState; summary: SubmitSummary }) {
  const { t } = useTranslation('uploads');
  return (
    <>
      <h2>{t('submit.done')}</h2>
      <p>{t('submit.next')}</p>
      {upload.doi ? <p>{t('submit.doi', { doi: upload.doi })}</p> : null}
      <p>{t('submit.readOnly')}</p>
      <Summary id={upload.id} summary={summary} readOnly />
      <p>
        <Link to={paths.uploads()}>{t('submit.back')}</Link>
      </p>
    </>
  );
}
