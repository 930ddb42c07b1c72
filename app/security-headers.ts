/**
 * Headers of every response of the web app, in addition to those of the whole server (services/http/request-rules.ts).
 * Scripts run only with the nonce of their page, nothing is loaded from other sites, and forms post here or to the
 * identity provider, where sign-in and sign-out redirect to.
 */
export function securityHeaders(options: {
  nonce: string;
  issuerOrigin: string;
  /** Allows inline styles, with which Vite shows errors of the sources on the page. */
  isDevelopment: boolean;
}): Record<string, string> {
  const formTargets = ["'self'", options.issuerOrigin].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${options.nonce}'`,
    options.isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    // 'same-origin' keeps the Origin header of our own forms from becoming 'null'.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  };
}
