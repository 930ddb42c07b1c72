import { redirect } from '@remix-run/node';

import type { TableShape, UploadState } from '@domain/api/uploads';
import { UploadIdSchema } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';
import { readUploadState } from '~/repository-client/uploads';

/** Upload id of an address; throws the 404 page for anything else. */
export function uploadIdOf(params: { id?: string }): string {
  const id = UploadIdSchema.safeParse(params.id);
  if (!id.success) throw new Response(null, { status: 404 });
  return id.data;
}

/** State of the user's upload an address names; throws 404 for another person's, whoever asks. */
export async function findOwnUpload(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  const upload = await readUploadState(context, uploadIdOf(params));
  // The editorial board has screens of its own for what others have submitted.
  if (!upload.own) throw new RepositoryError(404, 'not-found', '', {});
  return upload;
}

/** As `findOwnUpload`, for a screen: throws the failure page. */
export function loadUpload(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  return orFailurePage(findOwnUpload(context, params));
}

/**
 * State of the submission an address of the editorial board names. The expert's own is not looked at there:
 * the answer leads to its review, as its contributor sees it.
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

/** The table an address names, else the first one; null for a file without tables. */
export function pickTable(upload: UploadState, name: string | null): TableShape | null {
  return upload.tables.find((table) => table.name === name) ?? upload.tables[0] ?? null;
}

export function isEditable(upload: UploadState): boolean {
  return statusRules[upload.status].editable;
}

/** An address with the parts of its query that are set. */
export function withQuery(path: string, query: Record<string, string | number | null>): string {
  const set = Object.entries(query).filter(([, value]) => value !== null);
  const search = new URLSearchParams(set.map(([name, value]): [string, string] => [name, String(value)]));
  return set.length === 0 ? path : `${path}?${search}`;
}
