import { misreadFields } from '~/components/norms/norm-address';
import type { FormError } from '~/forms/error-summary';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';

/** What is wrong with the ages and years of a form that was sent, at their fields. */
export function choiceErrors(query: URLSearchParams, { language }: LoadContext): FormError[] {
  const t = translate(language);
  return misreadFields(query).map(({ name, ...ends }) => ({
    fieldId: `compare-${name}`,
    message: t('compare:form.wholeNumber', ends),
  }));
}
