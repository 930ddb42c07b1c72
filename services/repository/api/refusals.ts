import type { Hono } from 'hono';

import { Refusal } from '@domain/error-codes';
import { defaultLanguage, preferredLanguage } from '@domain/language';

import { problemResponse } from './answers';
import type { ApiContext, ApiEnvironment } from './environment';

/** Addresses below /api that the web app answers, with their methods (server.ts). */
const webPages: Record<string, readonly string[]> = { '/api/docs': ['GET'] };

/** Response for a refusal, with the challenge that 401 and 403 need (RFC 6750, section 3). */
export function answerRefusal(c: ApiContext, refusal: Refusal): Response {
  const response = problemResponse(refusal, c.get('language'));
  const challenge = challengeOf(refusal, c.req.header('Authorization'));
  if (challenge !== null) response.headers.set('WWW-Authenticate', challenge);
  return response;
}

const realm = 'Bearer realm="Motothek"';

/** Without a bearer token the challenge has no error code; null for refusals that are not about the token. */
function challengeOf({ code, status, parameters }: Refusal, authorization: string | undefined): string | null {
  const isBearer = /^Bearer(?: |$)/i.test(authorization ?? '');
  if (code === 'forbidden' || code === 'second-factor-missing')
    return isBearer ? `${realm}, error="insufficient_scope"` : realm;
  if (code === 'token-scope') return `${realm}, error="insufficient_scope", scope="${parameters.scope}"`;
  if (status !== 401) return null;
  return isBearer
    ? `${realm}, error="invalid_token", error_description="The access token is not valid or has expired"`
    : realm;
}

/**
 * Answers a request that no route takes: 204 or 405 with the methods of its address in `Allow`, or 404 if it has none
 * (RFC 9110, sections 9.3.7 and 15.5.6).
 */
export function answerUnrouted(api: Hono<ApiEnvironment>, c: ApiContext): Response {
  const methods = methodsOf(api, c.req.path);
  if (methods.length === 0) return answerRefusal(c, new Refusal('not-found'));
  if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: methods.join(', ') });
  return answerRefusal(c, new Refusal('method-not-allowed', { methods: methods.join(', ') }));
}

/** Methods that an address has; empty for an unknown one. */
function methodsOf(api: Hono<ApiEnvironment>, path: string): string[] {
  const known = [...new Set(api.routes.map(({ method }) => method))].filter((method) => method !== 'ALL');
  const routed = known.filter((method) => {
    // Middleware is registered for all methods.
    return api.router.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL');
  });
  const own = [...routed, ...(webPages[path] ?? [])];
  if (own.length === 0) return [];
  return [...new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
}

/** How addresses for programs refuse a request, in its language; null for those of the screens. */
export function problemsFor(
  address: string,
  acceptLanguage: string | undefined,
): ((refusal: Refusal) => Response) | null {
  const path = address.replace(/^https?:\/\/[^/]*/, '');
  if (!/^\/(?:api|_configuration|oai)(?:[/?]|$)/.test(path)) return null;
  const language = preferredLanguage(acceptLanguage) ?? defaultLanguage;
  return (refusal) => problemResponse(refusal, language);
}
