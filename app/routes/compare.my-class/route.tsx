import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { PreservedForm } from '~/drafts/preserved-form';
import { classFormId } from '~/forms/class-form';
import type { LoadContext } from '~/load-context';
import { type ClassStep, nextStep } from '~/screens/my-class.server';

import { classSteps } from './class-form';

import { MappingStep } from './mapping-step';
import { ReportStep } from './report-step';
import { TakeStep } from './take-step';

type Translate = (key: string, values?: Record<string, string | number>) => string;
type Loaded = ReturnType<typeof loader>;

/** Steps that actions lead to, for the page that their request shows. They end with the request. */
const steps = new WeakMap<LoadContext, ClassStep['step']>();

export const handle = {
  // The answer of an action is in no title, so that the loader tells its step.
  title: (loaded: unknown, t: Translate) => {
    const step = (loaded as Loaded | undefined)?.step ?? 'take';
    return t('my-class:titleOfStep', { number: classSteps.indexOf(step) + 1, name: t(`my-class:${step}.step`) });
  },
  description: 'my-class:introMore',
  help: 'comparing',
  // The class travels with the page, and script would need it a second time.
  script: false,
  preservesForm: (): PreservedForm => ({ kind: 'my-class', id: classFormId }),
};

/** No browser and no cache keeps a page with a class. */
export function headers() {
  return { 'Cache-Control': 'no-store' };
}

export function loader({ context }: LoaderFunctionArgs) {
  return { step: steps.get(context) ?? 'take' };
}

/** Goes to another step. Everything that it needs is in the form, and nothing of it is kept. */
export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await nextStep(request, context);
  steps.set(context, answer.data.step);
  return answer;
}

/** A class that somebody compares with the norms, without an account and without leaving anything here. */
export default function MyClass() {
  const { t } = useTranslation('my-class');
  const shown = useActionData<typeof action>();
  return (
    <>
      <h1>{t('heading', { number: classSteps.indexOf(shown?.step ?? 'take') + 1 })}</h1>
      <p>{t('intro')}</p>
      {shown?.step === 'mapping' ? (
        <MappingStep shown={shown} />
      ) : shown?.step === 'report' ? (
        <ReportStep shown={shown} />
      ) : (
        <TakeStep shown={shown ?? { step: 'take', carried: null, pasted: '', hadFile: false, errors: [] }} />
      )}
    </>
  );
}
