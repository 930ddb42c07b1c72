import type { HttpContext } from './exchange';

/** Headers of every answer of the provider: no script at all, the web app's look, forms to itself and the web app. */
export function setSecurityHeaders(
  context: HttpContext,
  { lookSources, clientOrigins }: { lookSources: string; clientOrigins: string[] },
): void {
  context.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${lookSources}`,
      `img-src ${lookSources}`,
      `font-src ${lookSources}`,
      // Browsers apply form-action to redirects too: after signing in the way leads to the client.
      ["form-action 'self'", ...clientOrigins].join(' '),
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
}
