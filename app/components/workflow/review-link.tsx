import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { canStart, type Step, type WorkflowFlags } from '@domain/workflow-steps';

import { paths } from '~/paths';

interface ReviewLinkProps {
  upload: { id: string; flags: WorkflowFlags } | null;
  /** Current step. */
  current: Step | null;
}

/** Link from every step of an open upload to its review page, or to what is still missing. */
export function ReviewLink({ upload, current }: ReviewLinkProps) {
  const { t } = useTranslation('uploads');
  if (!upload || current === 'submit' || !upload.flags.mapped || upload.flags.submitted) return null;
  const text = canStart('submit', upload.flags) ? t('review.ready') : t('review.missing');
  return (
    <p>
      <Link to={paths.uploadSubmit(upload.id)}>{text}</Link>
    </p>
  );
}
