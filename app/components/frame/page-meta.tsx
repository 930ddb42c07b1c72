import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { formatLocales } from '@domain/formats';

import type { RootData } from '../../root-data';
import { useLanguage } from '../../i18n/use-language';
import type { ScreenHandle } from './page-title';

/** Screens that search engines may list; searches, protected screens and steps of signing in are not. */
const listed = /^\/(?:info\/[^/]+|data-set\/\d+)?$/;
/** What search engines show of a description. */
const maxDescription = 300;

/**
 * What the head tells machines: whether to list the page and under which address, what it is about, and
 * what it holds in the terms of schema.org. Both languages live at one address (by cookie), so there are
 * no alternates to name.
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

/** Data, not script: browsers do not run it, so that the Content Security Policy does not ask for a nonce. */
function LinkedData({ data }: { data: object }) {
  // '<' could end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).replace(/\s\S*$/, '')}…`;
}
