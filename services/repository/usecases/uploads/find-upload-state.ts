import type { UploadState } from '@domain/api/uploads';
import { columnLetters } from '@domain/column-letters';
import { countRowsLeftOut } from '@domain/data-rows';
import { failuresOfOurs, isBeingRead } from '@domain/file-state';
import type { Language } from '@domain/language';
import { includesRight } from '@domain/life/co-authors';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, listStudyUploadsFor, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { doiUrl } from '../../doi/registrars';
import { relatedUpload } from '../../editorial/editorial-row';
import { failureMessage } from '../../ingest/failure-message';
import { hasSpaceToMake } from '../../receiving/storage-room';
import { findDelay } from '../../store/jobs';
import { listColumnNames } from '../../store/files';
import { findPeople } from '../../store/people';
import { listRevised } from '../../store/revisions';
import { rightOf } from '../../store/members';
import { isFileWithdrawn, type UploadProgress } from '../../store/upload-progress';
import { findFormerNumber, isContinuable } from '../../store/versions';

/** Data for the frame around the screens of an upload. */
export async function findUploadState(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<UploadState> {
  const { db, settings } = repository;
  const progress = await findAllowedUpload('findUploadState', actor, db, id);
  const { upload, file, doi, flags } = progress;
  // Of a withdrawn data set nothing is told but that it is withdrawn, whether or not its data is removed already.
  const tables = isFileWithdrawn(progress) ? [] : progress.tables;
  const [names, shared, delay, revised, former] = await Promise.all([
    listColumnNames(
      db,
      tables.map((table) => table.id),
    ),
    listStudyUploadsFor(actor, db, progress),
    delayOf(repository, progress),
    upload.revises === null ? null : listRevised(db, [upload.number]),
    upload.series === null ? null : findFormerNumber(db, upload.number),
  ]);
  const right = rightOf(actor.subject, { owner: upload.owner, members: progress.members });
  return {
    id: formatUploadId(upload.number, upload.kind),
    kind: upload.kind,
    nr: upload.nr,
    own: right !== null,
    right,
    owner: right === null || right === 'own' ? null : await findOwnerName(db, upload.owner),
    standing: standingOf(actor, progress),
    fileName: file.name,
    bytes: file.bytes,
    status: upload.status,
    state: file.state,
    failure: failureOf(file, language),
    delay,
    dialect: file.dialect,
    flags,
    isExplained: progress.hasOverriddenProblems,
    withdrawnAt: upload.withdrawnAt?.toISOString() ?? null,
    tables: tables.map(({ id: table, name, rowCount, firstRow, mapped, checkState, leftOut, ...data }) => ({
      name,
      rowCount,
      firstRow,
      columns: (names.get(table) ?? []).map((column, i) => ({ letters: columnLetters(i), name: column })),
      mapped,
      checkState,
      leftOut,
      rowsLeftOut: countRowsLeftOut({ rowCount, ...data }),
      rowsLost: data.choices.lost?.length ?? 0,
    })),
    study: shared.map(({ number, kind }) => formatUploadId(number, kind)),
    doi: doi?.doi ?? null,
    doiUrl: doi && doiUrl(doi, upload.nr, settings.origin),
    revises: relatedUpload(revised?.get(upload.number), settings.timeZone),
    version: upload.version,
    former,
    isContinuable: includesRight(right, 'submit') && isContinuable(upload),
  };
}

async function findOwnerName(db: RepositoryContext['db'], owner: string): Promise<string> {
  const person = (await findPeople(db, [owner])).get(owner);
  return person?.name || person?.email || '';
}

/** Delay of the reading or of a check that waits for an external service. Queried only while one of them runs. */
async function delayOf(repository: RepositoryContext, { file, tables }: UploadProgress): Promise<UploadState['delay']> {
  const { db } = repository;
  const running = tables.filter(({ checkState }) => checkState === 'running').map(({ id }) => id);
  const delay = isBeingRead(file.state)
    ? await findDelay(db, 'ingest-file', 'file', [file.id])
    : running.length > 0
      ? await findDelay(db, 'check-table', 'table', running)
      : null;
  if (!delay) return null;
  const isForSpace = !(await hasSpaceToMake(repository));
  return { since: delay.since.toISOString(), next: delay.next.toISOString(), isForSpace };
}

function failureOf(file: UploadProgress['file'], language: Language): UploadState['failure'] {
  if (file.state !== 'failed' || file.failureCode === null) return null;
  const { failureCode: code, failureParameters } = file;
  const message = failureMessage(code, language, failureParameters ?? {});
  return { code, message, mayTryAgain: failuresOfOurs.includes(code) };
}
