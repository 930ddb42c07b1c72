import type { ActionFunctionArgs } from '@remix-run/node';

import { readEntries } from '~/forms/read-form.server';

/** Ends the sessions that the provider names (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export async function action({ request, context }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const token = entries.find(([name]) => name === 'logout_token')?.[1];
  const ended = token ? await context.signIn.endByToken(token) : null;
  const status = ended === null ? 400 : 200;
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
}
