import type { AppLoadContext } from '@remix-run/node';

import type { OutageStatus } from '@domain/outage';

import { maxFormBytes } from './auth/same-origin-check';
import { pageOf } from './auth/guards';
import type { FormEntries } from './forms/form-entries';
import { plainForm, readEntries } from './forms/read-form.server';
import type { UnansweredRequest } from './load-context';
import { paths } from './paths';

/** Remix's handler of requests. */
export type Handle = (request: Request, context: AppLoadContext) => Promise<Response>;

/** A request that failed, with what is needed to show the posted form. */
interface Unanswered {
  request: Request;
  form: RereadableForm | null;
  /** It is known to come from one of our own pages. */
  isOwn: boolean;
  status: OutageStatus;
}

/** A plain form that can be read again, even if it has been read in full or in part. */
export interface RereadableForm {
  /** Request to use instead of the original one. */
  request: Request;
  /** Waits for all of it. Returns the request with the whole form, or more than a form may contain; null if it broke off. */
  arrived(): Promise<Request | null>;
  /** Its entries; null if it cannot be read. */
  rereadForm(): Promise<FormEntries | null>;
}

/**
 * Records what is read of a plain form, to show it again if its action fails; null for all other requests. Nothing is
 * read before it is needed, and never more than a form may contain. (With `clone`, a copy that is given up would block
 * the other.)
 */
export function keepForm({ method, url, headers, body, signal }: Request): RereadableForm | null {
  // Without a type it may be a form without fields, and actions are run for other methods, too.
  const type = headers.get('Content-Type') || plainForm;
  if (!body || !type.startsWith(plainForm)) return null;
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const readOn = async () => {
    const { value } = await reader.read();
    // With the first chunk that is too much, so that the whole is refused as too large.
    if (value && bytes <= maxFormBytes) chunks.push(value);
    bytes += value?.byteLength ?? 0;
    return value;
  };
  const whole = async () => {
    while (bytes <= maxFormBytes && (await readOn()));
    return new Request(url, { method, headers, body: Buffer.concat(chunks), signal });
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
    arrived: () => whole().catch(() => null),
    rereadForm: async () => {
      const form = await whole();
      return bytes > maxFormBytes ? null : readEntries(form);
    },
  };
}

/** Whether a form was sent by script. */
export function isPostByScript({ method, url }: Request): boolean {
  return method === 'POST' && new URL(url).pathname.endsWith('.data');
}

/**
 * Responds with the page that shows what is away or full, that saved data is safe, and what the form contained. It
 * needs neither database nor repository. If script asked for a page, it is told to load the document, which shows this
 * page.
 */
export async function answerUnavailable(
  { request, form, isOwn, status }: Unanswered,
  handle: Handle,
  context: AppLoadContext,
): Promise<Response> {
  const isByScript = new URL(request.url).pathname.endsWith('.data');
  const unanswered: UnansweredRequest = {
    status,
    page: pageOf(request),
    // A form that cannot be read gets its own error page at the next attempt.
    unsent: (await form?.rereadForm().catch(() => null)) ?? null,
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
  const response = await handle(page, {
    ...context,
    user: null,
    signedInUntil: null,
    accessToken: null,
    repository: async () => new Response(null, { status }),
    unanswered,
  });
  // What was typed may be about children, so no browser keeps the page either.
  if (unanswered.unsent !== null) response.headers.set('Cache-Control', 'no-store');
  return response;
}
