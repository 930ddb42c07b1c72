import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import {
  canStart,
  type CheckState,
  missingBefore,
  type Step,
  type WorkflowFlags,
  workflowSteps,
} from '@domain/workflow-steps';
import { paths } from '~/paths';

/** Page of each step of an upload. */
export const stepPaths: Record<Step, (id: string) => string> = {
  mapping: paths.uploadData,
  check: paths.uploadCheck,
  metadata: paths.uploadMeta,
  submit: paths.uploadSubmit,
};

interface StepMenuProps {
  upload: {
    id: string;
    flags: WorkflowFlags;
    isExplained: boolean;
    tables: { checkState: CheckState; leftOut: string | null }[];
  };
  current: Step | null;
}

/** The four steps of an upload with their states. A step that cannot start is not a link. */
export function StepMenu({ upload, current }: StepMenuProps) {
  const { t } = useTranslation('uploads');
  return (
    <nav aria-label={t('steps.label')} className="step-menu">
      <ol>
        {workflowSteps(upload).map(({ step, state }) => {
          const isChecked = step === 'check' && state === 'done';
          const words = isChecked ? (upload.isExplained ? 'explained' : 'checked') : state;
          return (
            <li key={step} data-state={words}>
              {state !== 'blocked' ? (
                <Link to={stepPaths[step](upload.id)} aria-current={step === current ? 'step' : undefined}>
                  {t(`steps.${step}`)}
                </Link>
              ) : (
                <span aria-current={step === current ? 'step' : undefined}>{t(`steps.${step}`)}</span>
              )}{' '}
              <span className="step-menu-state">
                {isChecked ? <span aria-hidden="true">✓ </span> : null}
                {t(`steps.states.${words}`)}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

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

interface ReviewLinkProps {
  upload: { id: string; flags: WorkflowFlags; changesRequested: boolean } | null;
  /** Current step. */
  current: Step | null;
}

/** Link from every step of an open upload to its review page, or to what is still missing. */
export function ReviewLink({ upload, current }: ReviewLinkProps) {
  const { t } = useTranslation('uploads');
  if (!upload || current === 'submit' || upload.flags.submitted) return null;
  if (upload.changesRequested) {
    return (
      <p className="notice">
        {t('review.changesRequested')} <Link to={paths.uploadSubmit(upload.id)}>{t('review.toChanges')}</Link>
      </p>
    );
  }
  if (!upload.flags.mapped) return null;
  const text = canStart('submit', upload.flags) ? t('review.ready') : t('review.missing');
  return (
    <p>
      <Link to={paths.uploadSubmit(upload.id)}>{text}</Link>
    </p>
  );
}
