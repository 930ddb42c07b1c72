import type { EmbargoAct } from '@domain/life/embargo-changes';
import { maxCommentCharacters } from '@domain/limits';

import type { LoadContext } from '~/load-context';
import { changeEmbargo, readEmbargo } from '~/repository-client/embargo';
import { orFailurePage } from '~/repository-client/transport';

import { embargoForm, openDated, sendDated } from './dated-form.server';

/** The embargo of a data set, with the draft of the form that changes it. Throws the failure page for others. */
export async function loadEmbargo(context: LoadContext, act: EmbargoAct, id: string) {
  const view = await orFailurePage(readEmbargo(context, act, id));
  return { view, form: view[act] ? await openDated(context, embargoForm(context, id, act)) : null };
}

/** Changes the embargo as the form of a request says. */
export function sendEmbargo(request: Request, context: LoadContext, act: EmbargoAct, id: string) {
  return sendDated(request, context, embargoForm(context, id, act), {
    longest: { reason: maxCommentCharacters },
    send: async (typed) => {
      const { isPublished, until } = await changeEmbargo(context, act, id, typed);
      const key = isPublished || until === '' ? 'embargo:done.ended' : `embargo:done.${act}`;
      return { kind: 'success', key };
    },
  });
}
