import { PassThrough } from 'node:stream';

import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';

import { NonceContext } from './components/frame/nonce';
import { i18nOf } from './i18n/instances.server';

/** Longest time a page may take to render. */
const renderTimeoutMs = 10_000;

/** Renders whole pages: without script nobody could fill in what came later. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { cspNonce, language }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const page = (
      <NonceContext.Provider value={cspNonce}>
        <I18nextProvider i18n={i18nOf(language)}>
          <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
        </I18nextProvider>
      </NonceContext.Provider>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: cspNonce,
      onAllReady() {
        const body = new PassThrough();
        headers.set('Content-Type', 'text/html; charset=utf-8');
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onShellError: reject,
    });
    setTimeout(abort, renderTimeoutMs).unref();
  });
}
