import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { type CheckState, type Step, type WorkflowFlags, workflowSteps } from '@domain/workflow-steps';
import { paths } from '~/paths';

export const stepPaths: Record<Step, (id: string) => string> = {
  mapping: paths.uploadData,
  check: paths.uploadCheck,
  metadata: paths.uploadMeta,
  submit: paths.uploadSubmit,
};

interface StepMenuProps {
  /** The upload; null on the list of uploads, where no step can start. */
  upload: { id: string; flags: WorkflowFlags; tables: { checkState: CheckState }[] } | null;
  current: Step | null;
}

/** The four steps of an upload with their states. A step that cannot start is not a link. */
export function StepMenu({ upload, current }: StepMenuProps) {
  const { t } = useTranslation('uploads');
  return (
    <nav aria-label={t('steps.label')} className="step-menu">
      <ol>
        {workflowSteps(upload).map(({ step, state }) => {
          const words = step === 'check' && state === 'done' ? 'checked' : state;
          return (
            <li key={step} data-state={state}>
              {upload && state !== 'blocked' ? (
                <Link to={stepPaths[step](upload.id)} aria-current={step === current ? 'step' : undefined}>
                  {t(`steps.${step}`)}
                </Link>
              ) : (
                <span aria-current={step === current ? 'step' : undefined}>{t(`steps.${step}`)}</span>
              )}{' '}
              <span className="step-menu-state">{t(`steps.states.${words}`)}</span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
