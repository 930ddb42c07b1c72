import type { TableShape, UploadState } from '@domain/api/uploads';
import { UploadIdSchema } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';

import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { readUploadState } from '~/repository-client/uploads';

/** Upload id of an address; throws the 404 page for anything else. */
export function uploadIdOf(params: { id?: string }): string {
  const id = UploadIdSchema.safeParse(params.id);
  if (!id.success) throw new Response(null, { status: 404 });
  return id.data;
}

/** State of the upload an address names; throws the failure page, 404 for another person's upload. */
export function loadUpload(context: LoadContext, params: { id?: string }): Promise<UploadState> {
  return orFailurePage(readUploadState(context, uploadIdOf(params)));
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
