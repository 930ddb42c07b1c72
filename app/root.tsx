import './zod-without-eval';

import textFont from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';
import titleFont from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '@domain/language-code';

import { FailurePage, failureKey } from './components/frame/failure-page';
import { Frame } from './components/frame/frame';
import { useNonce } from './components/frame/nonce';
import { PageFeed, PageMeta, PageTitle, useIsScripted } from './components/frame/page-head';
import { UnansweredPage } from './components/frame/unanswered-page';
import { showSession } from './screens/session-end.server';
import { unsavedTitle, UnsavedFormPage } from './drafts/typed-entries';
import { offeredLanguage } from './i18n/detect-language';
import { translate } from './i18n/instances.server';
import { useLanguage } from './i18n/use-language';
import type { FlashMessage, UnansweredRequest, UnsavedForm } from './load-context';
import { countWaiting } from './repository-client/board-list';
import { readStatistics } from './repository-client/search';
import type { RootData } from './root-data';
import stylesheet from './styles/index.css?url';

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const;

export const links: LinksFunction = () => [
  { ...font, href: textFont },
  { ...font, href: titleFont },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const { user, language, timeZone, origin, formToken } = context;
  const flash = context.flash.take();
  const [statistics, waiting] = await Promise.all([
    readStatistics(context).catch(() => null),
    user?.isExpert ? countWaiting(context).catch(() => null) : null,
  ]);
  return {
    language,
    offeredLanguage: offeredLanguage(request),
    timeZone,
    origin,
    formToken,
    user: user && { name: user.name, isExpert: user.isExpert, ...(user.isAdmin && { isAdmin: true }), waiting },
    session: showSession(context),
    flash: flash && showFlash(flash, language),
    statistics,
  };
}

function showFlash({ kind, key, values = {}, field }: FlashMessage, language: Language): RootData['flash'] {
  const t = translate(language);
  return { kind, message: t(key, values), ...(field && { field: { label: t(field.label), value: field.value } }) };
}

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const nonce = useNonce();
  const failure = useFailure();
  const isScripted = useIsScripted();
  const { t } = useTranslation();
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <PageTitle failure={failure ? t(titleOf(failure)) : undefined} />
        <PageMeta isFailure={failure !== null} />
        {failure ? null : <PageFeed />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isScripted ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  const data = useRouteLoaderData<typeof loader>('root');
  if (!data) return <Outlet />;
  return (
    <Frame data={data} keepsLanguage={data.flash?.field !== undefined}>
      <Outlet />
    </Frame>
  );
}

interface Failure {
  status: number;
  data: unknown;
}

/** Error during the rendering of a page; null if there is none. */
function useFailure(): Failure | null {
  const error = useRouteError();
  // The router returns null, not undefined, if there is no error.
  if (error === undefined || error === null) return null;
  if (isRouteErrorResponse(error)) return { status: error.status, data: error.data };
  return { status: 500, data: null };
}

const isUnsavedForm = (data: unknown): data is UnsavedForm =>
  typeof data === 'object' && data !== null && 'unsaved' in data;

/** Key of the title of the page that shows a failure. */
function titleOf({ status, data }: Failure): string {
  return isUnsavedForm(data) ? unsavedTitle({ ...data, status }) : `${failureKey(status)}.title`;
}

/** What a refusal or an outage says about itself. */
interface FailureData {
  message?: string;
  code?: string;
  isDraftKept?: boolean;
  unanswered?: UnansweredRequest;
}

/** Shows the failure within the frame, so that the user can go on. */
export function ErrorBoundary() {
  const failure = useFailure();
  const data = useRouteLoaderData<typeof loader>('root');
  const language = useLanguage();
  const frame = data ?? { language, offeredLanguage: null, user: null, session: null, statistics: null };
  const unsaved = failure && isUnsavedForm(failure.data) ? failure.data : null;
  const { message, code, isDraftKept, unanswered } = (failure?.data ?? {}) as FailureData;
  // A change of language is a request of its own and would lose the text of these pages.
  const hasText = unsaved !== null || Boolean(unanswered?.unsent);
  return (
    <Frame data={unanswered ? { ...frame, user: undefined } : frame} keepsLanguage={hasText}>
      {unanswered ? (
        <UnansweredPage {...unanswered} />
      ) : unsaved ? (
        <UnsavedFormPage {...unsaved} status={failure?.status ?? 500} />
      ) : (
        <FailurePage
          status={failure?.status ?? 500}
          message={message}
          needsFactor={code === 'second-factor-missing'}
          isDraftKept={isDraftKept}
        />
      )}
    </Frame>
  );
}
