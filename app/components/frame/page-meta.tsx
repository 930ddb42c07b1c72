import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatLocales } from '@domain/formats';

import type { RootData } from '../../root-data';
import { useLanguage } from '../../i18n/use-language';
import type { ScreenHandle } from './page-title';

/** Screens that search engines may list. Searches, protected screens and steps of signing in are excluded. */
const listed = /^\/(?:info\/[^/]+|data-set\/\d+)?$/;
/** Length of a description that search engines show. */
const maxDescription = 300;

/**
 * Metadata for search engines: whether to list the page, its address and description, and its content in terms of
 * schema.org. There are no alternates, because all languages have the same address (the cookie decides).
 */
export function PageMeta({ isFailure }: { isFailure: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { pathname, search } = useLocation();
  const origin = useRouteLoaderData<RootData>('root')?.origin;
  const match = useMatches().at(-1);
  const handle = match?.handle as ScreenHandle | undefined;
  const isSearch = pathname === '/' && search !== '';
  if (isFailure || origin === undefined || !listed.test(pathname) || isSearch) {
    return <meta name="robots" content="noindex" />;
  }
  const { description, linkedData } = handle ?? {};
  const translate = (key: string) => t(key);
  const about = typeof description === 'function' ? description(match?.data) : description && t(description);
  const data = linkedData?.(match?.data, { origin, translate });
  return (
    <>
      <link rel="canonical" href={origin + pathname} />
      <meta property="og:site_name" content="Motothek" />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={origin + pathname} />
      <meta property="og:locale" content={formatLocales[language].replace('-', '_')} />
      {about ? <Description text={shorten(about)} /> : null}
      {data ? <LinkedData data={data} /> : null}
    </>
  );
}

function Description({ text }: { text: string }) {
  return (
    <>
      <meta name="description" content={text} />
      <meta property="og:description" content={text} />
    </>
  );
}

/** Structured data. Browsers do not execute it, so the Content Security Policy does not require a nonce. */
function LinkedData({ data }: { data: object }) {
  // '<' could end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).replace(/\s\S*$/, '')}…`;
}
