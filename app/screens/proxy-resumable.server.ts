import { tusRequestHeaders } from '@domain/api/parts';
import { UploadKindSchema } from '@domain/upload-id';

import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import {
  createResumableUpload,
  callResumableUpload,
  readResumableUpload,
  type TusRequest,
} from '~/repository-client/parts';
import { RepositoryError } from '~/repository-client/transport';
import { pickHeaders } from './proxy-file.server';
import { messageOf } from './posted-form.server';

const answerHeaders = ['Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'];

/** Starts a resumable upload. The `Location` of the response is an address of this site. */
export async function proxyResumableStart(
  request: Request,
  context: LoadContext,
  kindInAddress: string | undefined,
): Promise<Response> {
  const kind = UploadKindSchema.safeParse(kindInAddress);
  if (!kind.success) throw new Response(null, { status: 404 });
  return orRefusal(context, async () => {
    const answer = await createResumableUpload(context, kind.data, tusRequest(request, 'POST'));
    const id = answer.headers.get('Location')?.split('/').at(-1) ?? '';
    // Browsers that do not send an Origin header have a token in the address, which the next requests need too.
    const location = paths.part(id) + new URL(request.url).search;
    return withHeaders(answer, { Location: location });
  });
}

/** Streams a request for a resumable upload to the API. The body is not buffered or parsed. */
export function proxyResumableUpload(
  request: Request,
  context: LoadContext,
  id: string,
  method: TusRequest['method'],
): Promise<Response> {
  return orRefusal(context, async () =>
    withHeaders(await callResumableUpload(context, id, tusRequest(request, method))),
  );
}

/** Responds with the state of a resumable upload as JSON, for script. */
export function proxyResumableState(context: LoadContext, id: string): Promise<Response> {
  return orRefusal(context, async () => Response.json(await readResumableUpload(context, id)));
}

/** Runs a request of a signed-in user (otherwise 401). A refusal keeps its status, with code and message as JSON. */
async function orRefusal(context: LoadContext, answer: () => Promise<Response>): Promise<Response> {
  if (!context.user) return Response.json({ code: 'unauthenticated', message: '' }, { status: 401 });
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const { code, status } = error;
    return Response.json({ code, message: messageOf(error, context) }, { status });
  }
}

function tusRequest(request: Request, method: TusRequest['method']): TusRequest {
  const headers = pickHeaders(request.headers, tusRequestHeaders);
  return { method, headers, body: method === 'PATCH' ? request.body : null, signal: request.signal };
}

function withHeaders(answer: Response, more: Record<string, string> = {}): Response {
  const headers = { 'Cache-Control': 'no-store', ...more, ...pickHeaders(answer.headers, answerHeaders) };
  return new Response(null, { status: answer.status, headers });
}
