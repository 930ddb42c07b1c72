import { Refusal } from '@domain/error-codes';
import { formatUploadId, parseUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import { Overtaken, type Transaction } from '../store/database';
import {
  createStudy,
  listStudyMates,
  listStudyUploads,
  lockStudies,
  lockUploads,
  moveUploads,
  releaseTitle,
  type UploadRow,
} from '../store/studies';
import type { Actor } from './context';
import { keepReplaced } from './keep-replaced';

/**
 * Locks the named uploads and those that share their studies, so that none of them is submitted, joins or
 * leaves meanwhile. Refuses unless all named are the actor's own and may still be changed.
 */
export async function lockWithMates(tx: Transaction, actor: Actor, ids: string[]): Promise<UploadRow[]> {
  const wanted = [...new Set(ids)];
  const numbers = wanted.flatMap((id) => parseUploadId(id)?.number ?? []);
  const mates = await listStudyMates(tx, numbers);
  const rows = await lockUploads(tx, mates);
  const own = rows.filter(
    ({ owner, number, kind }) => owner === actor.subject && wanted.includes(formatUploadId(number, kind)),
  );
  if (own.length === 0) throw new Refusal('not-found');
  if (own.length < wanted.length) throw new Refusal('not-same-owner');
  if (own.some(({ status }) => !statusRules[status].editable)) throw new Refusal('upload-submitted');
  // Uploads are locked in the order of their numbers: one that has joined since cannot be locked in its turn.
  const matesNow = await listStudyMates(tx, numbers);
  if (matesNow.some((number) => !mates.includes(number))) throw new Overtaken();
  return own;
}

/**
 * Brings uploads together in one study and returns it: the first one's, with all that share it already.
 * A study that the editorial board looks at is closed; one with a Rejected upload keeps its metadata for
 * that one, and the others go on in a new study.
 */
export async function joinStudy(tx: Transaction, actor: Actor, own: UploadRow[]): Promise<number> {
  const before = [...new Set(own.map(({ study }) => study))];
  await lockStudies(tx, before);
  const first = before[0] ?? 0;
  const others = (await listStudyUploads(tx, first)).filter(
    ({ number }) => !own.some((upload) => upload.number === number),
  );
  const closed = others.filter(({ status }) => !statusRules[status].editable);
  if (closed.some(({ status }) => status !== 'Rejected')) throw new Refusal('upload-submitted');

  const study = closed.length > 0 ? await createStudy(tx, actor.subject) : first;
  const movers = [...own, ...others.filter(({ status }) => statusRules[status].editable)];
  const moved = movers.filter((upload) => upload.study !== study).map(({ number }) => number);
  if (moved.length > 0) await moveUploads(tx, moved, study);
  const former = before.filter((id) => id !== study);
  for (const left of former) await releaseTitle(tx, left);
  await keepReplaced(tx, actor, former);
  return study;
}
