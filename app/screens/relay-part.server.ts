import { tusRequestHeaders } from '@domain/api/parts';
import { UploadKindSchema } from '@domain/upload-id';

import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { createResumableUpload, callPart, readPart, type TusRequest } from '~/repository-client/parts';
import { RepositoryError } from '~/repository-client/transport';
import { pickHeaders } from './pass-file.server';
import { messageOf } from './posted-form.server';

const answerHeaders = ['Tus-Resumable', 'Upload-Expires', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset'];

/** Begins an upload that can go on after a lost connection; `Location` is relative to this site. */
export async function proxyResumableStart(
  request: Request,
  context: LoadContext,
  kindInAddress: string | undefined,
): Promise<Response> {
  const kind = UploadKindSchema.safeParse(kindInAddress);
  if (!kind.success) throw new Response(null, { status: 404 });
  return relay(context, async () => {
    const answer = await createResumableUpload(context, kind.data, tusRequest(request, 'POST'));
    const id = answer.headers.get('Location')?.split('/').at(-1) ?? '';
    // The token of browsers that send no Origin travels in the address.
    const location = paths.part(id) + new URL(request.url).search;
    return withHeaders(answer, { Location: location });
  });
}

/** Hands a request for a part on as it comes, its body neither held nor read here. */
export function proxyResumableUpload(
  request: Request,
  context: LoadContext,
  id: string,
  method: TusRequest['method'],
): Promise<Response> {
  return relay(context, async () => withHeaders(await callPart(context, id, tusRequest(request, method))));
}

/** How far a part is, for script: answers as JSON. */
export function proxyResumableState(context: LoadContext, id: string): Promise<Response> {
  return relay(context, async () => Response.json(await readPart(context, id)));
}

/** Refusals keep their status, with code and sentence as JSON; nobody signed in is a 401. */
async function relay(context: LoadContext, answer: () => Promise<Response>): Promise<Response> {
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
