import type { LoaderFunctionArgs } from '@remix-run/node';

import { SessionIdSchema } from '@domain/api/downloads';
import { requireUser } from '~/auth/guards';
import { translate } from '~/i18n/instances.server';
import { fetchFile, fetchPackage } from '~/repository-client/downloads';
import { RepositoryError } from '~/repository-client/transport';

/** Headers of the API's answer that the browser needs. */
const passedOn = ['Content-Type', 'Content-Disposition', 'Content-Length'];

/** A file of a download session, or with 'all' its whole package, streamed with the session's token. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  try {
    const session = SessionIdSchema.safeParse(params.id);
    if (!session.success) throw new RepositoryError(404, 'not-found', '', {});
    const answer =
      params.nr === 'all'
        ? await fetchPackage(context, session.data)
        : await fetchFile(context, session.data, Number(params.nr), params.fileName ?? '');
    const headers = new Headers({ 'Cache-Control': 'private, no-store' });
    for (const name of passedOn) {
      const value = answer.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(answer.body, { headers });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    const sentence = error.sentence || translate(context.language)(`errors:${error.code}`);
    return new Response(sentence, {
      status: error.status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
}
