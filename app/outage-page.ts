import type { AppLoadContext } from '@remix-run/node';

import { maxFormBytes } from './auth/same-origin-check';
import { pageOf } from './auth/guards';
import type { FormEntries } from './forms/form-entries';
import { readEntries } from './forms/read-form.server';
import type { UnansweredRequest } from './load-context';
import { paths } from './paths';

/** Remix's handler of requests. */
export type Handle = (request: Request, context: AppLoadContext) => Promise<Response>;

/** A request that cannot be answered, with what is needed to show what was posted. */
interface Unanswered {
  request: Request;
  form: DraftableForm | null;
  /** It is known to come from one of our own pages. */
  isOwn: boolean;
}

/** A plain form that can be shown once more, whoever has read it, or none of it. */
export interface DraftableForm {
  /** To go on with in the place of the one that was given. */
  request: Request;
  /** What it held; null where no form can be made of it. */
  readAgain(): Promise<FormEntries | null>;
}

/**
 * Keeps what is read of a plain form, for the case that what it orders cannot be done; null for all other
 * requests. Nothing is read before somebody asks for it, and no more is kept than a form may hold. (Of two
 * copies by `clone`, one that is given up waits for the other.)
 */
export function keepForm({ method, url, headers, body, signal }: Request): DraftableForm | null {
  const type = headers.get('Content-Type') ?? '';
  if (method !== 'POST' || !body || !type.startsWith('application/x-www-form-urlencoded')) return null;
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const readOn = async () => {
    const { value } = await reader.read();
    bytes += value?.byteLength ?? 0;
    if (bytes > maxFormBytes) chunks.length = 0;
    else if (value) chunks.push(value);
    return value;
  };
  const kept = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await readOn();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return {
    request: new Request(url, { method, headers, body: kept, signal, duplex: 'half' } as RequestInit),
    readAgain: async () => {
      while (bytes <= maxFormBytes && (await readOn()));
      if (bytes > maxFormBytes) return null;
      return readEntries(new Request(url, { method, headers, body: Buffer.concat(chunks) }));
    },
  };
}

/** Whether script has sent a form in the place of the browser. */
export function isPostByScript({ method, url }: Request): boolean {
  return method === 'POST' && new URL(url).pathname.endsWith('.data');
}

/**
 * Answers 503 with the page that says what is away, that nothing saved is lost, and what a form held. It
 * needs neither database nor repository. A page that script asks for is loaded as a document, which then says so.
 */
export async function answerUnavailable(
  { request, form, isOwn }: Unanswered,
  handle: Handle,
  context: AppLoadContext,
): Promise<Response> {
  const isByScript = new URL(request.url).pathname.endsWith('.data');
  const unanswered: UnansweredRequest = {
    page: pageOf(request),
    // A form that is too large, or none at all, has a page of its own once there is somebody to ask.
    unsent: (await form?.readAgain().catch(() => null)) ?? null,
    maySendAgain: isOwn,
    hasFiles: request.headers.get('Content-Type')?.startsWith('multipart/') ?? false,
    isByScript,
  };
  await request.body?.cancel().catch(() => {});
  const address = `${context.origin}${paths.unavailable()}${isByScript ? '.data' : ''}`;
  const page = new Request(address, {
    method: isPostByScript(request) ? 'POST' : 'GET',
    headers: { Cookie: request.headers.get('Cookie') ?? '' },
  });
  return handle(page, {
    ...context,
    user: null,
    signedInUntil: null,
    accessToken: null,
    repository: async () => new Response(null, { status: 503 }),
    unanswered,
  });
}
