import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { AppLoadContext, EntryContext, HandleErrorFunction } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';

import { asOutageStatus, outageStatus } from '@domain/outage';

import { ErrorReferenceContext } from './components/frame/failure-page';
import { NonceContext } from './components/frame/nonce';
import { ServerPartsContext } from './components/frame/server-part';
import { i18nOf } from './i18n/instances.server';
import { RepositoryError } from './repository-client/transport';

/** Longest time a page may take to render. */
const renderTimeoutMs = 10_000;

/** References of the errors that occurred during a request. */
const references = new WeakMap<AppLoadContext, string>();

/** Logs errors with a reference number, which the user is shown and can give to the support. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A refusal, for example of a method or an address, is not a server error.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const outage = error instanceof RepositoryError ? asOutageStatus(error.status) : outageStatus(error);
  if (outage !== null) context.meetOutage(outage);
  const reference = randomUUID().slice(0, 8);
  references.set(context, reference);
  context.reportError(error, reference);
};

/** Renders complete pages, because later parts could not be filled in without script. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { cspNonce, language } = context;
  // The failure page of a screen does not show what was typed.
  const outage = asOutageStatus(status);
  if (outage !== null && remixContext.staticHandlerContext.errors) context.meetOutage(outage);
  return new Promise((resolve, reject) => {
    const page = (
      <NonceContext.Provider value={cspNonce}>
        <ErrorReferenceContext.Provider value={references.get(context) ?? ''}>
          <ServerPartsContext.Provider value={context.serverParts}>
            <I18nextProvider i18n={i18nOf(language)}>
              <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
            </I18nextProvider>
          </ServerPartsContext.Provider>
        </ErrorReferenceContext.Provider>
      </NonceContext.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: cspNonce,
      onAllReady() {
        const body = new PassThrough();
        headers.set('Content-Type', 'text/html; charset=utf-8');
        // The page is complete, so it is sent as one text. React pads its blocks of 2048 bytes with NUL if a character
        // does not fit, which browsers would show as a broken character.
        text(body).then((html) => resolve(new Response(html.replaceAll('\0', ''), { status, headers })), reject);
        pipe(body);
      },
      onShellError: reject,
    });
    setTimeout(abort, renderTimeoutMs).unref();
  });
}
