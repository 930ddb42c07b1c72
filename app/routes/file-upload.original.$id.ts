import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { RepositoryError } from '~/repository-client/transport';
import { downloadOriginal } from '~/repository-client/uploads';
import { sentenceOf } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

/** Headers of the API's answer that the browser needs. */
const passedOn = ['Content-Type', 'Content-Disposition', 'Content-Length'];

/** The file as it was uploaded, for its owner and the editorial board: passed on as it comes. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  try {
    const answer = await downloadOriginal(context, uploadIdOf(params), request.signal);
    const headers = new Headers({ 'Cache-Control': 'private, no-store' });
    for (const name of passedOn) {
      const value = answer.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(answer.body, { headers });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(sentenceOf(error, context), { status: error.status, headers });
  }
}
