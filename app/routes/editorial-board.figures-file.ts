import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireExpert } from '~/auth/guards';
import { downloadFigures } from '~/repository-client/board-list';
import { proxyFile } from '~/screens/proxy-file.server';

/** The figures of the editorial board as csv. */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return proxyFile(request, context, () => downloadFigures(context, request.signal));
}
