import { Form as RemixForm, useRouteLoaderData, type FormProps } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RootData } from '../root-data';

/** Token for browsers whose proxies strip Origin and Sec-Fetch-Site; the server checks it before any action. */
export function FormToken() {
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  return token ? <input type="hidden" name="form-token" value={token} /> : null;
}

/**
 * First button of a form whose other buttons do more than send it: Enter presses the first one in the
 * form, and no one else ever does.
 */
export function DefaultSubmit() {
  const { t } = useTranslation('forms');
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {t('send')}
    </button>
  );
}

/**
 * A form that posts: never validated by the browser, so that the server's words are the only ones.
 */
export function Form({ children, method = 'post', ...props }: FormProps) {
  return (
    <RemixForm method={method} noValidate {...props}>
      <DefaultSubmit />
      {method.toLowerCase() === 'post' ? <FormToken /> : null}
      {children}
    </RemixForm>
  );
}
