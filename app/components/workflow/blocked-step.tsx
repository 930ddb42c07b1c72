import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { missingBefore, type Step, type WorkflowFlags } from '@domain/workflow-steps';

import { stepPaths } from './step-menu';

/** Page of a step that cannot start yet, with a link to what is missing. */
export function BlockedStep({ id, step, flags }: { id: string; step: Step; flags: WorkflowFlags }) {
  const { t } = useTranslation('uploads');
  const missing = missingBefore(step, flags) ?? 'mapping';
  return (
    <section aria-labelledby="blocked-heading">
      <h2 id="blocked-heading">{t('blocked.heading')}</h2>
      <p>{t(`blocked.${missing}`)}</p>
      <p>
        <Link to={stepPaths[missing](id)}>{t('blocked.goTo', { step: t(`steps.${missing}`) })}</Link>
      </p>
    </section>
  );
}
