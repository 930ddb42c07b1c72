import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterStateContext } from 'react-router';

import { formatLocales } from '@domain/formats';
import { oneLine } from '@domain/text';
import type { PreservesForm } from '~/drafts/preserved-form';
import { type ManualSection, paths } from '~/paths';

import { useLanguage } from '../../i18n/use-language';
import type { RootData } from '../../root-data';

/** A tag of the page's head for programs; `language` is that of its content. */
export type HeadTag = readonly [name: string, content: string, language?: string];

/** A route's `handle`, used by the frame. */
export interface ScreenHandle {
  /** Key of the screen's name, '<namespace>:<key>', or the name made from its loader data. */
  title: string | ((data: unknown, t: (key: string, values?: Record<string, string | number>) => string) => string);
  /** Description for search engines: key of a text, or text made from its loader data. */
  description?: string | ((data: unknown) => string);
  /** Content of the page in terms of schema.org, for search engines. */
  linkedData?: (data: unknown, site: { origin: string; translate: (key: string) => string }) => object | null;
  /** The page's own query, if its address is more than a path; made from its loader data. '' for none. */
  query?: (data: unknown) => string;
  /** Tags about what the page describes, such as those of Dublin Core. */
  tags?: (data: unknown) => readonly HeadTag[];
  /** Query of the search that the page shows, for its Atom feed; made from its loader data. */
  feed?: (data: unknown) => string;
  /** false: the page is sent without script, which would add nothing. */
  script?: false;
  preservesForm?: PreservesForm;
  /** Section of the manual about this screen. */
  help?: ManualSection;
}

/** Whether an action returned errors, which replies show in `hasErrors`; a loader does if the form is in the address. */
function hasErrors(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'hasErrors' in answer && answer.hasErrors === true;
}

/**
 * Title of the page: '<screen> – Motothek', with 'Error: ' in front if its form has errors. A route's `meta` does not
 * get the action's response in Remix, and without script the title is what a screen reader reads first.
 */
export function PageTitle({ failure }: { failure?: string }) {
  const { t } = useTranslation();
  const match = useMatches().findLast((candidate) => (candidate.handle as ScreenHandle | undefined)?.title);
  const actionData = useContext(UNSAFE_DataRouterStateContext)?.actionData;
  const title = (match?.handle as ScreenHandle | undefined)?.title;
  const translate = (key: string, values?: Record<string, string | number>) => t(key, values ?? {});
  const screen = failure ?? (typeof title === 'function' ? title(match?.data, translate) : title && t(title));
  const prefix = [match?.data, ...Object.values(actionData ?? {})].some(hasErrors) ? `${t('errorTitle')} ` : '';
  const name = `${screen ? `${screen} – ` : ''}Motothek`;
  return (
    <>
      <title>{prefix + name}</title>
      <meta property="og:title" content={name} />
    </>
  );
}

/** Screens that search engines may list. Searches, protected screens and steps of signing in are excluded. */
const listed = /^\/(?:info\/[^/]+|data-set\/\d+|compare(?:\/(?:method|my-class|pool))?|api\/docs)?$/;
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
  const { description, linkedData, tags, query } = handle ?? {};
  const address = origin + pathname + (query?.(match?.data) ?? '');
  const translate = (key: string) => t(key);
  const about = typeof description === 'function' ? description(match?.data) : description && t(description);
  const data = linkedData?.(match?.data, { origin, translate });
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content="Motothek" />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={formatLocales[language].replace('-', '_')} />
      {about ? <Description text={shorten(about)} /> : null}
      {data ? <LinkedData data={data} /> : null}
      <HeadTags tags={tags?.(match?.data) ?? []} />
    </>
  );
}

function HeadTags({ tags }: { tags: readonly HeadTag[] }) {
  const isDublinCore = tags.some(([name]) => name.startsWith('DC.'));
  return (
    <>
      {isDublinCore ? <link rel="schema.DC" href="http://purl.org/dc/elements/1.1/" /> : null}
      {tags.map(([name, content, language], index) => (
        <meta key={index} name={name} content={content} lang={language} />
      ))}
    </>
  );
}

/** Tells feed readers where the feed of the page is. */
export function PageFeed() {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const match = useMatches().at(-1);
  const query = (match?.handle as ScreenHandle | undefined)?.feed?.(match?.data);
  if (query === undefined) return null;
  const address = paths.searchFeed(query, language);
  return <link rel="alternate" type="application/atom+xml" title={t('feed.title')} href={address} />;
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
  const line = oneLine(text);
  return line.length <= maxDescription ? line : `${line.slice(0, maxDescription - 1).replace(/\s\S*$/, '')}…`;
}

/** Whether the page has script. Decided once, because script stays loaded on the following screens. */
export function useIsScripted(): boolean {
  const matches = useMatches();
  const [isScripted] = useState(() =>
    matches.every(({ handle }) => (handle as ScreenHandle | undefined)?.script !== false),
  );
  return isScripted;
}
