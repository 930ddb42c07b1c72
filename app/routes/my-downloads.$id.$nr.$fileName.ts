import type { LoaderFunctionArgs } from '@remix-run/node';

import { SessionIdSchema } from '@domain/api/downloads';
import { requireUser } from '~/auth/guards';
import { fetchFile, fetchPackage } from '~/repository-client/downloads';
import { RepositoryError } from '~/repository-client/transport';
import { pickHeaders, proxyFile, rangeHeaders } from '~/screens/proxy-file.server';

/**
 * A file of a download session, or with 'all' its whole package, streamed with the session's token. A browser may continue
 * one that broke off.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyFile(request, context, async () => {
    const session = SessionIdSchema.safeParse(params.id);
    if (!session.success) throw new RepositoryError(404, 'not-found', '', {});
    const headers = pickHeaders(request.headers, rangeHeaders);
    const file = { session: session.data, nr: Number(params.nr), fileName: params.fileName ?? '' };
    return params.nr === 'all' ? fetchPackage(context, session.data, headers) : fetchFile(context, file, headers);
  });
}
