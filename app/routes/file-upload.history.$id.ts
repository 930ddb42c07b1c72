import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { readOwnHistory } from '~/repository-client/submission';
import { proxyFile } from '~/screens/proxy-file.server';
import { findOwnUpload } from '~/screens/upload.server';

/** The history of a submission as a JSON file for its contributor. It names nobody of the board. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyFile(request, context, async () => {
    const { id, fileName } = await findOwnUpload(context, params);
    const content = { id, fileName, history: await readOwnHistory(context, id) };
    return new Response(`${JSON.stringify(content, null, 2)}\n`, {
      headers: {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="motothek-${id}-history.json"`,
      },
    });
  });
}
