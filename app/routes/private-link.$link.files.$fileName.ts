import type { LoaderFunctionArgs } from '@remix-run/node';

import { fetchLinkedFile } from '~/repository-client/private-links';
import { RepositoryError } from '~/repository-client/transport';
import { refuseToRead, withLinkHeaders } from '~/screens/private-link.server';
import { proxyFile } from '~/screens/proxy-file.server';

/** A file of a data set that is not published yet, for whoever has its private link. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const file = { link: params.link ?? '', fileName: params.fileName ?? '' };
  const fetch = () =>
    fetchLinkedFile(context, file, request.signal).catch((error: unknown) => {
      if (error instanceof RepositoryError) refuseToRead(error);
      throw error;
    });
  return withLinkHeaders(await proxyFile(request, context, fetch));
}
