import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { steps, type Step, type WorkflowFlags } from '@domain/workflow-steps';

import { stepPaths } from './step-menu';

/** The first step before `step` that is not done. */
function missingStep(step: Step, flags: WorkflowFlags): Exclude<Step, 'submit'> {
  const done = { mapping: flags.mapped, check: flags.checked, metadata: flags.meta };
  const earlier = (['mapping', 'check', 'metadata'] as const).slice(0, steps.indexOf(step));
  return earlier.find((one) => !done[one]) ?? 'mapping';
}

/** Page of a step that cannot start yet: says what is missing and leads there. */
export function BlockedStep({ id, step, flags }: { id: string; step: Step; flags: WorkflowFlags }) {
  const { t } = useTranslation('uploads');
  const missing = missingStep(step, flags);
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
