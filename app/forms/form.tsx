import { Form as RemixForm, useRouteLoaderData, type FormProps } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RootData } from '../root-data';

/** Token for browsers whose proxies remove Origin and Sec-Fetch-Site. The server checks it before any action. */
export function FormToken() {
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  return token ? <input type="hidden" name="form-token" value={token} /> : null;
}

/** First button of a form whose other buttons do more than send it, because Enter presses the first button. */
export function DefaultSubmit() {
  const { t } = useTranslation('forms');
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {t('send')}
    </button>
  );
}

/** A form that is not validated by the browser, so that only the server's messages are shown. */
export function Form({ children, method = 'post', ...props }: FormProps) {
  return (
    <RemixForm method={method} noValidate {...props}>
      <DefaultSubmit />
      {method.toLowerCase() === 'post' ? <FormToken /> : null}
      {children}
    </RemixForm>
  );
}
