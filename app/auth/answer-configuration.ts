import { problemDetails, problemHeaders } from '@domain/api/problem-details';
import { Refusal } from '@domain/error-codes';
import { defaultLanguage, preferredLanguage } from '@domain/language-code';

import { refusalMessage } from '../i18n/refusal-message';
import type { OpenIdClient } from './open-id-client';

const methods = 'GET, HEAD, OPTIONS';

/**
 * Sign-in client settings at `/_configuration/{client}` (spec section 7): authority, client id and scope, never a
 * secret. Other clients and methods are refused as the repository API does. Null for other addresses.
 */
export function answerConfiguration(
  request: Request,
  { openId, clientId }: { openId: Pick<OpenIdClient, 'configuration'>; clientId: string },
): Response | null {
  const address = /^\/_configuration(?:\/(.*))?$/.exec(new URL(request.url).pathname);
  if (!address) return null;
  if (address[1] !== encodeURIComponent(clientId)) return refuse(request, new Refusal('not-found'));
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: methods } });
  if (!['GET', 'HEAD'].includes(request.method)) return refuse(request, new Refusal('method-not-allowed', { methods }));
  return Response.json(openId.configuration(), { headers: { 'Cache-Control': 'no-store' } });
}

function refuse(request: Request, refusal: Refusal): Response {
  const language = preferredLanguage(request.headers.get('Accept-Language')) ?? defaultLanguage;
  return Response.json(problemDetails(refusal, refusalMessage(refusal, language)), {
    status: refusal.status,
    headers: problemHeaders(refusal, language),
  });
}
