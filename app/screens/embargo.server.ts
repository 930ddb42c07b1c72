import { type EmbargoAct, embargoDayRefusal } from '@domain/life/embargo-changes';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';

import { publishNowField } from '~/forms/embargo-fields';
import { entryValue } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
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
    refusalsOf: async ({ until, reason }) => {
      const { [act]: ends } = await readEmbargo(context, act, id);
      if (!ends) return [];
      const ofDay = embargoDayRefusal(act, ends, until);
      const isReasonMissing = act === 'lengthen' && reason.length < minCommentCharacters;
      return [...(ofDay ? [ofDay] : []), ...(isReasonMissing ? (['reason-missing'] as const) : [])];
    },
    unconfirmed: async ({ until }, entries) => {
      if (act !== 'shorten' || entryValue(entries, publishNowField) !== '') return null;
      const { shorten } = await orFailurePage(readEmbargo(context, act, id));
      // The first day that may be chosen is today. On it the data is public at once.
      if (until !== shorten?.from) return null;
      return { message: translate(context.language)('embargo:acts.shorten.nowMissing'), fieldId: publishNowField };
    },
    send: async (typed) => {
      const { isPublished, until } = await changeEmbargo(context, act, id, typed);
      const key = isPublished || until === '' ? 'embargo:done.ended' : `embargo:done.${act}`;
      return { kind: 'success', key };
    },
  });
}
