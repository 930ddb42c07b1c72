import { useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { classFormId } from '~/forms/class-form';
import { DefaultSubmit, FormToken } from '~/forms/form';
import { paths } from '~/paths';
import type { RootData } from '~/root-data';
import type { CarriedForm, ClassStep } from '~/screens/my-class.server';

/** The steps in their order. */
export const classSteps = ['take', 'mapping', 'report'] as const;

interface ClassFormProps {
  step: ClassStep['step'];
  /** What the other steps have made; null before a table is read. */
  carried: CarriedForm | null;
  /** The choices are in fields that are shown. */
  showsChoices?: boolean;
  children: ReactNode;
}

/** The form of a step. It carries all that the next one needs, because nothing is kept elsewhere. */
export function ClassForm({ step, carried, showsChoices = false, children }: ClassFormProps) {
  return (
    <form
      id={classFormId}
      method="post"
      noValidate
      autoComplete="off"
      action={paths.compareClass()}
      className="mapping-form class-form"
    >
      <DefaultSubmit />
      <FormToken />
      <input type="hidden" name="step" value={step} />
      {carried ? <Carried carried={carried} showsChoices={showsChoices} /> : null}
      {children}
    </form>
  );
}

/** Address for what is sent as a file is: the token stands in it, as of all forms with files. */
export function useFileAddress(): string {
  const token = useRouteLoaderData<RootData>('root')?.formToken ?? '';
  return paths.compareClass() + (token ? `?form-token=${encodeURIComponent(token)}` : '');
}

function Carried({ carried, showsChoices }: { carried: CarriedForm; showsChoices: boolean }) {
  const { tables, choices, testDate, allTargets } = carried;
  return (
    <>
      <input type="hidden" name="tables" value={tables} />
      {allTargets ? <input type="hidden" name="allTargets" value="yes" /> : null}
      {showsChoices ? null : (
        <>
          <input type="hidden" name="testDate" value={testDate} />
          {choices.map(([source, target]) => (
            <span hidden key={source}>
              <input type="hidden" name="source" value={source} />
              <input type="hidden" name="target" value={target} />
            </span>
          ))}
        </>
      )}
    </>
  );
}

/** Names the step of the page, whose number is in the heading above. */
export function StepHeading({ step }: { step: ClassStep['step'] }) {
  const { t } = useTranslation('my-class');
  return <h2>{t(`${step}.step`)}</h2>;
}
