import type { MetadataEntry } from '@domain/api/metadata';
import {
  type CorrectionDecision,
  type CorrectionOutcome,
  CorrectionOutcomeSchema,
  type CorrectionState,
  CorrectionStateSchema,
  type CorrectionToJudge,
  CorrectionToJudgeSchema,
  type WaitingCorrection,
  WaitingCorrectionSchema,
} from '@domain/api/metadata-corrections';

import { call, callForJson, segments, type ClientContext } from './transport';

const addressOf = (id: string) => `/fileupload${segments(id)}/metadata-corrections`;

/**
 * What can be corrected in the metadata of an accepted upload, with the ETag for the correction. Throws 409
 * 'not-accepted' and 'data-set-withdrawn'.
 */
export async function readCorrection(
  context: ClientContext,
  id: string,
): Promise<{ correction: CorrectionState; tag: string }> {
  const response = await call(context, addressOf(id));
  const correction = CorrectionStateSchema.parse(await response.json());
  return { correction, tag: response.headers.get('ETag') ?? '' };
}

/**
 * Corrects metadata. Throws 400 'metadata-invalid' and 409 'title-taken' with the `errors`, 412 'saved-elsewhere' if the
 * metadata has another ETag than `tag`, and the other refusals of the call.
 */
export async function correctMetadata(
  context: ClientContext,
  id: string,
  correction: { metadata: readonly MetadataEntry[]; note: string },
  tag: string,
): Promise<CorrectionOutcome> {
  const headers: Record<string, string> = tag === '' ? {} : { 'If-Match': tag };
  const response = await call(context, addressOf(id), { method: 'POST', json: correction, headers });
  return CorrectionOutcomeSchema.parse(await response.json());
}

/** Corrections that wait for the consent of the user. */
export function listWaitingCorrections(context: ClientContext): Promise<WaitingCorrection[]> {
  return callForJson(context, WaitingCorrectionSchema.array(), '/editorial/corrections');
}

/** Withdraws what waits for consent. Throws 409 'no-proposal'. */
export async function withdrawCorrection(context: ClientContext, id: string): Promise<void> {
  await call(context, `${addressOf(id)}/proposal`, { method: 'DELETE' });
}

/** The correction that waits for consent, for the board. */
export function readCorrectionToJudge(context: ClientContext, id: string): Promise<CorrectionToJudge> {
  return callForJson(context, CorrectionToJudgeSchema, `/editorial${segments(id)}/correction`);
}

/** Consents to a correction, or declines it. */
export async function judgeCorrection(context: ClientContext, id: string, decision: CorrectionDecision): Promise<void> {
  await call(context, `/editorial${segments(id)}/correction`, { method: 'POST', json: decision });
}
