import type { ActionFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { PreservedForm } from '~/drafts/preserved-form';
import { classFormId } from '~/forms/class-form';
import { nextStep } from '~/screens/my-class.server';

import { MappingStep } from './mapping-step';
import { ReportStep } from './report-step';
import { TakeStep } from './take-step';

export const handle = {
  title: 'my-class:title',
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

export function loader() {
  return {};
}

/** Goes to another step. Everything that it needs is in the form, and nothing of it is kept. */
export function action({ request, context }: ActionFunctionArgs) {
  return nextStep(request, context);
}

/** A class that somebody compares with the norms, without an account and without leaving anything here. */
export default function MyClass() {
  const { t } = useTranslation('my-class');
  const shown = useActionData<typeof action>();
  return (
    <>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      {shown?.step === 'mapping' ? (
        <MappingStep shown={shown} />
      ) : shown?.step === 'report' ? (
        <ReportStep shown={shown} />
      ) : (
        <TakeStep shown={shown ?? { step: 'take', carried: null, pasted: '', errors: [] }} />
      )}
    </>
  );
}
