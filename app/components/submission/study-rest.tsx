import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { SubmissionReview } from '@domain/api/submission';
import { statusRules } from '@domain/upload-status';

import { paths } from '~/paths';

/** Uploads of the same study that are not submitted yet. */
export function StudyRest({ others }: Pick<SubmissionReview, 'others'>) {
  const { t } = useTranslation('submit');
  const open = others.filter(({ status }) => statusRules[status].editable);
  if (open.length === 0) return null;
  return (
    <div className="notice">
      <p>{t('rest.heading')}</p>
      <ul>
        {open.map(({ id, fileName }) => (
          <li key={id}>
            <Link to={paths.uploadSubmit(id)}>{fileName}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
