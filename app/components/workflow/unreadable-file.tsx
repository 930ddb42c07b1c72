import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { CorrectFileLink } from '~/components/correction/correct-file-link';
import { paths } from '~/paths';

interface UnreadableFileProps {
  id: string;
  fileName: string;
  /** Why, in the user's language. */
  reason: string;
  /** What may mend it. */
  children?: ReactNode;
}

/** Page of a file that could not be read. */
export function UnreadableFile({ id, fileName, reason, children }: UnreadableFileProps) {
  const { t } = useTranslation('uploads');
  return (
    <section aria-labelledby="failure-heading">
      <h2 id="failure-heading">{t('failure.heading')}</h2>
      <p className="error-message">{reason}</p>
      {children}
      <p>{t('failure.next')}</p>
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
