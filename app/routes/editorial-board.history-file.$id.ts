import type { LoaderFunctionArgs } from '@remix-run/node';

import { HistoryFormatSchema } from '@domain/board/history';

import { requireExpert } from '~/auth/guards';
import { downloadHistory } from '~/repository-client/board';
import { proxyFile } from '~/screens/proxy-file.server';
import { findSubmission } from '~/screens/upload.server';

/** The history of a submission as csv or json, for the experts who review it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const format = HistoryFormatSchema.catch('csv').parse(new URL(request.url).searchParams.get('format'));
  return proxyFile(request, context, async () => {
    const { id } = await findSubmission(context, params);
    return downloadHistory(context, id, format, request.signal);
  });
}
