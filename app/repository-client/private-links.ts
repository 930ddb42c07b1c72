import {
  type LinkedDataSet,
  LinkedDataSetSchema,
  type LinkedRows,
  LinkedRowsSchema,
  type MadePrivateLink,
  MadePrivateLinkSchema,
  type NewPrivateLink,
  type PrivateLinks,
  PrivateLinksSchema,
} from '@domain/life/private-links';

import { call, callForJson, type ClientContext, segments } from './transport';

/** Private links of the user's own upload. */
export function listPrivateLinks(context: ClientContext, id: string): Promise<PrivateLinks> {
  return callForJson(context, PrivateLinksSchema, `/fileupload${segments(id)}/private-links`);
}

/** Makes a private link. Its address cannot be read again. */
export function makePrivateLink(context: ClientContext, id: string, json: NewPrivateLink): Promise<MadePrivateLink> {
  const path = `/fileupload${segments(id)}/private-links`;
  return callForJson(context, MadePrivateLinkSchema, path, { method: 'POST', json });
}

/** Revokes a private link for good. */
export function revokePrivateLink(context: ClientContext, id: string, number: number): Promise<Response> {
  return call(context, `/fileupload${segments(id, 'private-links', number)}`, { method: 'DELETE' });
}

/** The data set of a private link. */
export function openPrivateLink(context: ClientContext, link: string): Promise<LinkedDataSet> {
  return callForJson(context, LinkedDataSetSchema, `/private-links${segments(link)}`);
}

/** Rows of a table of a private link; of the first one if `table` is null. */
export function readLinkedRows(
  context: ClientContext,
  link: string,
  query: { table: string | null; offset: number; limit: number },
): Promise<LinkedRows> {
  return callForJson(context, LinkedRowsSchema, `/private-links${segments(link)}/rows`, { query });
}

/** Stream of a file of a private link. */
export function fetchLinkedFile(
  context: ClientContext,
  { link, fileName }: { link: string; fileName: string },
  signal: AbortSignal,
): Promise<Response> {
  return call(context, `/private-links${segments(link, 'files', fileName)}`, { headers: { Accept: '*/*' }, signal });
}
