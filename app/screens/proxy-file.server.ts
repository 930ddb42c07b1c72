import { ProblemFileFormatSchema } from '@domain/api/problems';
import { useMarkName } from '@domain/api/use';
import type { UploadState } from '@domain/api/uploads';

import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { downloadProblems } from '~/repository-client/mapping';
import { RepositoryError } from '~/repository-client/transport';
import { downloadOriginal } from '~/repository-client/uploads';

/** Headers of the API response that the browser needs, and the one by which this server counts. */
const proxiedHeaders = [
  ...['Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Range', 'Accept-Ranges', 'ETag'],
  useMarkName,
];

/** Headers of a browser's request that ask for a part of a file, or for one that it does not have yet. */
export const rangeHeaders = ['Range', 'If-Range', 'If-None-Match'];

/** Picks the headers with these names, as far as they are set. */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Headers that describe the body of an upload. */
export const uploadHeaders = ['Content-Type', 'Content-Length'];

/**
 * Streams a file of the repository. A refusal becomes its message as text; during an outage the page about it is shown.
 */
export async function proxyFile(context: LoadContext, fetch: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await fetch();
    const headers = pickHeaders(answer.headers, proxiedHeaders);
    const { status } = answer;
    return new Response(answer.body, { status, headers: { 'Cache-Control': 'private, no-store', ...headers } });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (error.status === 503) context.meetOutage();
    const message = error.userMessage || translate(context.language)(`errors:${error.code}`);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(message, { status: error.status, headers });
  }
}

/** Streams the original file of the upload that `find` returns. */
export function proxyOriginal(
  { signal }: Request,
  context: LoadContext,
  find: () => Promise<UploadState>,
): Promise<Response> {
  return proxyFile(context, async () => downloadOriginal(context, (await find()).id, signal));
}

/** Streams the problems of the upload that `find` returns, of the table in the address or of all tables. */
export function proxyProblems(
  { url, signal }: Request,
  context: LoadContext,
  find: () => Promise<UploadState>,
): Promise<Response> {
  const search = new URL(url).searchParams;
  const format = ProblemFileFormatSchema.catch('csv').parse(search.get('format'));
  return proxyFile(context, async () => {
    const { id } = await find();
    return downloadProblems(context, { id, table: search.get('table'), format }, signal);
  });
}
