import type { LoaderFunctionArgs } from '@remix-run/node';

import { SessionIdSchema } from '@domain/api/downloads';
import { requireUser } from '~/auth/guards';
import { fetchFile, fetchPackage } from '~/repository-client/downloads';
import { RepositoryError } from '~/repository-client/transport';
import { proxyFile } from '~/screens/proxy-file.server';

/** A file of a download session, or with 'all' its whole package, streamed with the session's token. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyFile(context, async () => {
    const session = SessionIdSchema.safeParse(params.id);
    if (!session.success) throw new RepositoryError(404, 'not-found', '', {});
    return params.nr === 'all'
      ? fetchPackage(context, session.data)
      : fetchFile(context, session.data, Number(params.nr), params.fileName ?? '');
  });
}
