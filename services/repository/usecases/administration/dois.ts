import { administrationPerPage, type DoiPage } from '@domain/api/administration';
import { pageWindow, placeOf } from '@domain/page-of';
import { formatUploadId, parseUploadId, type UploadId } from '@domain/upload-id';

import { recordAct } from '../../../audit/audit';
import type { Actor, RepositoryContext } from '../../context/context';
import { listWaitingDois } from '../../store/dois';
import { hurryDelayedJob } from '../../store/jobs';
import { waitingDois } from '../../upkeep/stuck-work';

/** DOIs that are not in the state that their upload asks for, with the last refusal of the registrar. */
export async function listDois(_actor: Actor, repository: RepositoryContext, page: number): Promise<DoiPage> {
  const waiting = await waitingDois(repository);
  const { offset, limit } = pageWindow(waiting.length, page, administrationPerPage);
  return {
    ...placeOf(waiting.length, page, administrationPerPage),
    dois: waiting
      .slice(offset, offset + limit)
      .map(({ upload, kind, nr, status, isRefusal, reason, since, triedAt }) => ({
        upload: formatUploadId(upload, kind),
        ...{ nr, status, isRefusal, reason },
        since: since?.toISOString() ?? null,
        triedAt: triedAt?.toISOString() ?? null,
      })),
  };
}

/** Tries to register the DOI of an upload now. Returns false if it does not wait, or is being tried already. */
export async function retryDoi(
  actor: Actor,
  repository: RepositoryContext,
  id: UploadId,
): Promise<{ isDone: boolean }> {
  const { db, jobs, now, settings } = repository;
  const isDone = await db.transaction(async (tx) => {
    const among = [parseUploadId(id)!.number];
    const doi = (await listWaitingDois(tx, { hidesWithdrawn: !settings.withdrawal.isDoiFindable, among })).find(
      ({ upload, kind }) => formatUploadId(upload, kind) === id,
    );
    if (!doi) return false;
    const data = { upload: doi.upload };
    if (!doi.isQueued) await jobs.enqueue(tx, 'register-doi', data);
    else if (!(await hurryDelayedJob(tx, 'register-doi', data))) return false;
    await recordAct(tx, { at: now(), actor: actor.subject, act: 'doi-retried', object: id });
    return true;
  });
  if (isDone) jobs.nudge();
  return { isDone };
}
