import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';

import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';
import { type OpenApi } from '~/repository-client/open-api';

import { ApiPage } from './api-page';
import { describeApi } from './describe-api.server';

/** Pages by what they describe and their language: making one takes a quarter of a second. */
const rendered = new WeakMap<OpenApi, Map<Language, string>>();

/** The content of the page about the API in HTML. */
export function renderApiPage(api: OpenApi, { language, origin }: { language: Language; origin: string }): string {
  const pages = rendered.get(api) ?? new Map<Language, string>();
  rendered.set(api, pages);
  const html = pages.get(language) ?? renderOnce(api, language, origin);
  pages.set(language, html);
  return html;
}

function renderOnce(api: OpenApi, language: Language, origin: string): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <ApiPage origin={origin} api={describeApi(api)} />
    </I18nextProvider>,
  );
}
