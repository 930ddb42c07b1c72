import { PublishedFilesSchema, type PublishedFiles } from '@domain/api/published-files';
import type { Language } from '@domain/language';

import { call, callForJson, segments, type ClientContext } from './transport';

/** The files of a data set's published tables, and whether the caller may have them. */
export function listPublishedFiles(context: ClientContext, nr: number): Promise<PublishedFiles> {
  return callForJson(context, PublishedFilesSchema, `/search/data${segments(nr)}/files`);
}

/** Stream of a file of a published table, with its labels in a language. `headers` may ask for a range of it. */
export function fetchPublishedFile(
  context: ClientContext,
  { nr, fileName, language }: { nr: number; fileName: string; language: Language },
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  const query = { lang: language };
  return call(context, `/search/data${segments(nr, 'files', fileName)}`, {
    query,
    headers: { ...headers, Accept: '*/*' },
    signal,
  });
}
