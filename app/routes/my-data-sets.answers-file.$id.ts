import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { downloadLicenceAnswers } from '~/repository-client/my-data-sets';
import { proxyFile } from '~/screens/proxy-file.server';

/** Who downloaded a data set and for which purpose, as csv, for its contributor. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyFile(request, context, () => downloadLicenceAnswers(context, params.id ?? '', request.signal));
}
