import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { readValidForm } from '~/forms/read-form.server';

const LogoutSchema = z.object({ logout_token: z.string() });

/** Ends the sessions that the provider names (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { logout_token: token } = await readValidForm(request, LogoutSchema);
  const ended = await context.signIn.endByToken(token);
  const status = ended === null ? 400 : 200;
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
}
