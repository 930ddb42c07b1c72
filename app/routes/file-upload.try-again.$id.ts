import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { readUploadState, tryAgain } from '~/repository-client/uploads';
import { uploadIdOf } from '~/screens/upload.server';

/** Sign-in returns here if the session had ended. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(paths.uploadData(uploadIdOf(params)));
}

/** 'Try again now' for a file that waits to be read or checked, or could not be because of a server error. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  const id = uploadIdOf(params);
  await orFailurePage(tryAgain(context, id));
  const { state } = await orFailurePage(readUploadState(context, id));
  return redirect(state === 'ready' ? paths.uploadCheck(id) : paths.uploadData(id), 303);
}
