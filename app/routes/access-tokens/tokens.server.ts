import { redirect } from '@remix-run/node';

import { maxTokenLabelCharacters, tokenScopes } from '@domain/access-tokens';

import { redirectToLoginAndConfirm } from '~/auth/guards';
import { type Entries, entryValues } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { listTokens, makeToken, revokeToken } from '~/repository-client/access-tokens';
import { orFailurePage } from '~/repository-client/transport';
import { accessTokenForm, openDated, sendDated } from '~/screens/dated-form.server';
import { confirm, redisplayForm } from '~/screens/posted-form.server';

/** The user's tokens, with the draft of the form for a further one. */
export async function loadTokens(context: LoadContext) {
  const { ends, tokens } = await orFailurePage(listTokens(context));
  const proposed: Entries = [
    ['scopes', 'read'],
    ['until', ends.usual],
  ];
  const { typed, versions } = await openDated(context, accessTokenForm(context), proposed);
  // Only members of the board can let a script review.
  const scopes = tokenScopes.filter((scope) => scope !== 'review' || context.user?.isExpert);
  return { ends, tokens, scopes, entries: typed ?? proposed, versions };
}

/** Makes a token, or revokes the one that the address names. */
export async function changeTokens(request: Request, context: LoadContext) {
  const revoked = new URL(request.url).searchParams.get('revoke');
  if (revoked !== null) return revoke(request, context, Number(revoked));
  return sendDated(request, context, accessTokenForm(context), {
    longest: { label: maxTokenLabelCharacters },
    send: async ({ label, until }, entries) => {
      const scopes = tokenScopes.filter((scope) => entryValues(entries, 'scopes').includes(scope));
      const { secret } = await makeToken(context, { label, scopes, until });
      // The secret is shown once, because the repository does not have it any more.
      return { kind: 'success', key: 'access-tokens:done.made', values: { label, secret } };
    },
  });
}

async function revoke(request: Request, context: LoadContext, number: number) {
  if (!context.user) throw redirectToLoginAndConfirm(context, paths.accessTokens());
  if (!Number.isSafeInteger(number) || number < 1) throw new Response(null, { status: 400 });
  const refusal = await confirm(request, context, () => revokeToken(context, number));
  if (refusal)
    return redisplayForm([], refusal.init?.status ?? 400, [{ message: refusal.data.message, fieldId: null }]);
  context.flash.set({ kind: 'success', key: 'access-tokens:done.revoked' });
  return redirect(paths.accessTokens(), 303);
}
