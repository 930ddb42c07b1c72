import type { HttpContext } from './exchange';

/** No form of ours comes near it. */
const maxFormBytes = 16 * 1024;

/** A form that cannot be read, with the status that says why. */
export class FormRefused extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413) {
    super(status === 413 ? 'form too large' : 'not a form');
    this.name = 'FormRefused';
    this.status = status;
  }
}

/** Reads a posted form. Throws FormRefused for other content types (400) and for large bodies (413). */
export async function readForm(context: HttpContext): Promise<URLSearchParams> {
  if (!context.is('application/x-www-form-urlencoded')) throw new FormRefused(400);
  if ((context.request.length ?? 0) > maxFormBytes) refuseLarge(context);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of context.req.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxFormBytes) refuseLarge(context);
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function refuseLarge(context: HttpContext): never {
  // The rest of the body is not read: the connection cannot be used again.
  context.set('Connection', 'close');
  throw new FormRefused(413);
}
