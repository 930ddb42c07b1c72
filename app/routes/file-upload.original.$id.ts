import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { downloadOriginal } from '~/repository-client/uploads';
import { passFile } from '~/screens/pass-file.server';
import { uploadIdOf } from '~/screens/upload.server';

/** The file as it was uploaded, for its owner and the editorial board: passed on as it comes. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return passFile(context, () => downloadOriginal(context, uploadIdOf(params), request.signal));
}
