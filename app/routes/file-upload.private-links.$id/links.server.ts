import { maxLabelCharacters, newLinkRefusals } from '@domain/life/private-links';

import type { Entries } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { listPrivateLinks, makePrivateLink, revokePrivateLink } from '~/repository-client/private-links';
import { orFailurePage } from '~/repository-client/transport';
import { openDated, privateLinkForm, sendDated } from '~/screens/dated-form.server';
import { revokeListed } from '~/screens/posted-form.server';

/** The links of the user's own upload, with the draft of the form for a further one, if it can be made. */
export async function loadLinks(context: LoadContext, id: string) {
  const view = await orFailurePage(listPrivateLinks(context, id));
  const proposed: Entries = [['until', view.ends.usual]];
  return {
    view,
    proposed,
    form: view.isOpen ? await openDated(context, privateLinkForm(context, id), proposed) : null,
  };
}

/** Makes a link, or revokes the one that the address names. */
export async function changeLinks(request: Request, context: LoadContext, id: string) {
  const revoked = new URL(request.url).searchParams.get('revoke');
  if (revoked !== null)
    return revokeListed(request, context, {
      page: paths.privateLinks(id),
      number: Number(revoked),
      revoke: (number) => revokePrivateLink(context, id, number),
      done: 'private-links:done.revoked',
    });
  return sendDated(request, context, privateLinkForm(context, id), {
    longest: { label: maxLabelCharacters },
    refusalsOf: async (typed) => newLinkRefusals(typed, (await listPrivateLinks(context, id)).ends),
    send: async ({ label, until }) => {
      const { address } = await makePrivateLink(context, id, { label, until });
      // The address is shown once, because the repository does not have it any more.
      return {
        kind: 'success',
        key: 'private-links:done.made',
        values: { label },
        field: { label: 'private-links:done.link', value: address },
      };
    },
  });
}
