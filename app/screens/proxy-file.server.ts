import { problemDetails, problemMediaType } from '@domain/api/problem-details';
import { ProblemFileFormatSchema } from '@domain/api/problems';
import { useMarkName } from '@domain/api/use';
import type { UploadState } from '@domain/api/uploads';
import { isErrorCode, Refusal } from '@domain/error-codes';
import { asOutageStatus } from '@domain/outage';
import { sharedControl } from '@domain/shared-cache';

import { requireUser } from '~/auth/guards';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { downloadDocument } from '~/repository-client/documents';
import { downloadProblems } from '~/repository-client/mapping';
import { RepositoryError } from '~/repository-client/transport';
import { downloadOriginal } from '~/repository-client/uploads';

/** Headers of the API response that the browser needs, and the one by which this server counts. */
const proxiedHeaders = [
  ...['Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Range', 'Accept-Ranges', 'ETag'],
  ...['Content-Security-Policy', 'X-Content-Type-Options', 'Location'],
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
 * Streams a file of the repository. A refusal becomes a page for browsers and problem details for programs; who is not
 * signed in is led to the sign-in if the repository asks who they are. During an outage the page about it is shown.
 */
export async function proxyFile(
  request: Request,
  context: LoadContext,
  fetch: () => Promise<Response>,
): Promise<Response> {
  try {
    const answer = await fetch();
    const headers = pickHeaders(answer.headers, proxiedHeaders);
    const { status } = answer;
    const isPublic = context.user === null && answer.headers.get('Cache-Control')?.startsWith('public');
    const control = isPublic && context.mayBeShared ? sharedControl : 'private, no-store';
    return new Response(answer.body, { status, headers: { 'Cache-Control': control, ...headers } });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const outage = asOutageStatus(error.status);
    if (outage !== null) context.meetOutage(outage);
    if (error.status === 401) requireUser(request, context);
    throw refusedFile(error, context);
  }
}

/** Thrown, so that a browser gets the page instead (app/refused-file.ts). */
function refusedFile({ status, code, problem, userMessage }: RepositoryError, { language }: LoadContext): Response {
  const title = userMessage || translate(language)(`errors:${code}`);
  const body = isErrorCode(problem.code) ? problem : problemDetails(new Refusal(code), title);
  return Response.json(body, { status, headers: { 'Content-Type': problemMediaType } });
}

/** Streams the original file of the upload that `find` returns. */
export function proxyOriginal(
  request: Request,
  context: LoadContext,
  find: () => Promise<UploadState>,
): Promise<Response> {
  const asked = { headers: pickHeaders(request.headers, rangeHeaders), signal: request.signal };
  return proxyFile(request, context, async () => downloadOriginal(context, (await find()).id, asked));
}

/** Streams a document of the upload that `find` returns. */
export function proxyDocument(
  request: Request,
  context: LoadContext,
  document: string,
  find: () => Promise<UploadState>,
): Promise<Response> {
  return proxyFile(request, context, async () =>
    downloadDocument(context, (await find()).id, document, request.signal),
  );
}

/** Streams the problems of the upload that `find` returns, of the table in the address or of all tables. */
export function proxyProblems(
  request: Request,
  context: LoadContext,
  find: () => Promise<UploadState>,
): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const format = ProblemFileFormatSchema.catch('csv').parse(search.get('format'));
  return proxyFile(request, context, async () => {
    const { id } = await find();
    return downloadProblems(context, { id, table: search.get('table'), format }, request.signal);
  });
}
