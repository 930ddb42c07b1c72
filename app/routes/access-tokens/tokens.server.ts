import { maxTokenLabelCharacters, newTokenRefusals, type TokenScope, tokenScopes } from '@domain/access-tokens';

import { type Entries, entryValues } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { listTokens, makeToken, revokeToken } from '~/repository-client/access-tokens';
import { orFailurePage } from '~/repository-client/transport';
import { accessTokenForm, openDated, sendDated } from '~/screens/dated-form.server';
import { revokeListed } from '~/screens/posted-form.server';

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
  if (revoked !== null)
    return revokeListed(request, context, {
      page: paths.accessTokens(),
      number: Number(revoked),
      revoke: (number) => revokeToken(context, number),
      done: 'access-tokens:done.revoked',
    });
  return sendDated(request, context, accessTokenForm(context), {
    longest: { label: maxTokenLabelCharacters },
    refusalsOf: async ({ label, until }, entries) => {
      const { ends } = await listTokens(context);
      return newTokenRefusals({ label, scopes: scopesIn(entries), until }, ends);
    },
    fields: { 'second-factor-missing': 'scopes' },
    send: async ({ label, until }, entries) => {
      const { secret } = await makeToken(context, { label, scopes: scopesIn(entries), until });
      // The secret is shown once, because the repository does not have it any more.
      const field = { label: 'access-tokens:done.token', value: secret };
      return { kind: 'success', key: 'access-tokens:done.made', values: { label }, field };
    },
  });
}

function scopesIn(entries: Entries): TokenScope[] {
  const ticked = entryValues(entries, 'scopes');
  return tokenScopes.filter((scope) => ticked.includes(scope));
}
