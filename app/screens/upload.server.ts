import { redirect } from '@remix-run/node';

import type { StorageUse } from '@domain/api/storage';
import type { TableShape, UploadState } from '@domain/api/uploads';
import { includesRight } from '@domain/life/co-authors';
import { readsFile } from '@domain/review-standing';
import { UploadIdSchema } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { attempt, orFailurePage, orNull, RepositoryError } from '~/repository-client/transport';
import { findStorageUse, readUploadState } from '~/repository-client/uploads';

/** Upload id of an address. Throws the 404 page for anything else. */
export function uploadIdOf(params: { id?: string }): string {
  const id = UploadIdSchema.safeParse(params.id);
  if (!id.success) throw new Response(null, { status: 404 });
  return id.data;
}

/** State of the user's upload in an address. Throws a 404 error for uploads of other people. */
export async function findOwnUpload(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  const upload = await readUploadState(context, uploadIdOf(params));
  // The editorial board has its own screens for submissions of others.
  if (!upload.own) throw new RepositoryError(404, 'not-found', '', {});
  return upload;
}

/** Whether the user has this upload. True if the repository does not answer. */
export async function uploadExists(context: LoadContext, id: string): Promise<boolean> {
  const refusal = await attempt(() => findOwnUpload(context, { id }));
  return refusal?.status !== 404;
}

/**
 * As `findOwnUpload`, for a screen: throws the failure page. Former co-authors are led to what they had typed and not
 * saved, if there is anything.
 */
export async function loadUpload(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  try {
    return await findOwnUpload(context, params);
  } catch (error) {
    const isGone = error instanceof RepositoryError && error.status === 404;
    const id = uploadIdOf(params);
    if (isGone && (await context.drafts.listTexts(id)).length > 0) throw redirect(paths.keptTexts(id));
    return orFailurePage(Promise.reject(error));
  }
}

/** As `loadUpload`, for a screen that shows the file. Throws the 410 page if the data set is withdrawn. */
export async function loadUploadWithFile(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  const upload = await loadUpload(context, params);
  if (upload.withdrawnAt === null) return upload;
  throw Response.json({ message: translate(context.language)('errors:data-set-withdrawn') }, { status: 410 });
}

/** Space of the account that new files of an upload count for; null if that is not the user's, or it is unknown. */
export async function findOwnStorage(context: LoadContext, { owner }: UploadState): Promise<StorageUse | null> {
  return owner === null ? orNull(findStorageUse(context)) : null;
}

/**
 * State of the submission in an address of the editorial board. Redirects experts to the review of their own uploads.
 */
export async function findSubmission(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  const upload = await readUploadState(context, uploadIdOf(params));
  if (upload.own) throw redirect(paths.uploadSubmit(upload.id));
  return upload;
}

/** As `findSubmission`, for a screen: throws the failure page. */
export function loadSubmission(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  return orFailurePage(findSubmission(context, params));
}

/** What an expert can open of a submission. */
export interface OpenParts {
  /** The file, and what quotes or counts its rows. */
  readsFile: boolean;
  /** The review: the expert is no party to the submission. */
  reviews: boolean;
}

/** What an expert can open of a submission with this status, as every screen of the board gives it to its frame. */
export function openParts({ standing, status }: Pick<UploadState, 'standing' | 'status'>): OpenParts {
  return { readsFile: readsFile(standing, status), reviews: standing === 'board' };
}

/** The table with this name, otherwise the first one that is not left out; null for a file without tables. */
export function pickTable(upload: UploadState, name: string | null): TableShape | null {
  const { tables } = upload;
  return tables.find((table) => table.name === name) ?? tables.find(isData) ?? tables[0] ?? null;
}

/** The table with this name, otherwise the first one, of those that are not left out. */
export function pickDataTable(upload: UploadState, name: string | null): TableShape | null {
  const tables = upload.tables.filter(isData);
  return tables.find((table) => table.name === name) ?? tables[0] ?? null;
}

/** Whether a table is not left out. */
export function isData({ leftOut }: TableShape): boolean {
  return leftOut === null;
}

/** Names of the other tables with the same columns as a table, without those left out. */
export function sameTables({ tables }: UploadState, { name, columns }: TableShape): string[] {
  const namesOf = (some: TableShape['columns']) => JSON.stringify(some.map((column) => column.name));
  const same = tables.filter((table) => isData(table) && namesOf(table.columns) === namesOf(columns));
  return same.flatMap((table) => (table.name === name ? [] : [table.name]));
}

/** Whether the user may change an upload now. */
export function isEditable({ right, status }: Pick<UploadState, 'right' | 'status'>): boolean {
  return includesRight(right, 'edit') && statusRules[status].editable;
}
