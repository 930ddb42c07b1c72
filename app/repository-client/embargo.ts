import { type EmbargoAct, type EmbargoView, EmbargoViewSchema } from '@domain/life/embargo-changes';

import { callForJson, type ClientContext, segments } from './transport';

/** On which side an act is: the contributor shortens the embargo, the chair lengthens it. */
const sides: Record<EmbargoAct, string> = { shorten: '/fileupload', lengthen: '/editorial' };

/** The embargo of a data set, as whoever may do this sees it. */
export function readEmbargo(context: ClientContext, act: EmbargoAct, id: string): Promise<EmbargoView> {
  return callForJson(context, EmbargoViewSchema, `${sides[act]}${segments(id)}/embargo`);
}

/** Changes the end of an embargo. Only the chair gives a reason. */
export function changeEmbargo(
  context: ClientContext,
  act: EmbargoAct,
  id: string,
  { until, reason }: { until: string; reason: string },
): Promise<EmbargoView> {
  const json = act === 'shorten' ? { until } : { until, reason };
  return callForJson(context, EmbargoViewSchema, `${sides[act]}${segments(id)}/embargo`, { method: 'POST', json });
}
