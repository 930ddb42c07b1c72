import type { LoaderFunctionArgs } from '@remix-run/node';

import { parseLanguage } from '@domain/language';
import { fetchPublishedFile } from '~/repository-client/published-files';
import { pickHeaders, proxyFile, rangeHeaders } from '~/screens/proxy-file.server';

/** A file of a published table, streamed with the session's token. A browser may continue one that broke off. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const language = parseLanguage(new URL(request.url).searchParams.get('lang')) ?? context.language;
  const file = { nr: Number(params.nr), fileName: params.fileName ?? '', language };
  const headers = pickHeaders(request.headers, rangeHeaders);
  const asked = { headers, signal: request.signal };
  return proxyFile(request, context, () => fetchPublishedFile(context, file, asked));
}
