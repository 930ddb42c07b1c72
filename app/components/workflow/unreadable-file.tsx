import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { UploadState } from '@domain/api/uploads';

import { CorrectFileLink } from '~/components/correction/correct-file-link';
import { paths } from '~/paths';

import { TryAgain } from './waiting';

interface UnreadableFileProps {
  upload: Pick<UploadState, 'id' | 'fileName' | 'failure'>;
  /** Possible fixes. */
  children?: ReactNode;
}

/** Page of a file that could not be read. */
export function UnreadableFile({ upload: { id, fileName, failure }, children }: UnreadableFileProps) {
  const { t } = useTranslation('uploads');
  return (
    <section aria-labelledby="failure-heading">
      <h2 id="failure-heading">{t('failure.heading')}</h2>
      <p className="error-message">{failure?.message}</p>
      {children}
      {failure?.mayTryAgain ? <TryAgain id={id} /> : <p>{t('failure.next')}</p>}
      <ul className="actions">
        <li>
          <CorrectFileLink id={id} />
        </li>
        <li>
          <Link to={paths.uploadDelete(id)}>{t('failure.delete', { file: fileName })}</Link>
        </li>
        <li>
          <Link to={paths.uploads()}>{t('failure.back')}</Link>
        </li>
      </ul>
    </section>
  );
}
