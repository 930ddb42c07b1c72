import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';

import { redirectToLoginAndConfirm } from '~/auth/guards';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { cancelResumableUpload } from '~/repository-client/parts';
import { proxyResumableUpload, proxyResumableState } from '~/screens/proxy-resumable.server';

/** State of a resumable upload: HEAD with the headers of tus, GET as JSON. */
export function loader({ request, context, params: { id = '' } }: LoaderFunctionArgs) {
  return request.method === 'HEAD'
    ? proxyResumableUpload(request, context, id, 'HEAD')
    : proxyResumableState(context, id);
}

/** Continues the upload (PATCH) or cancels it (DELETE) by script; cancels it by a form without script (POST). */
export async function action({ request, context, params: { id = '' } }: ActionFunctionArgs) {
  if (request.method === 'PATCH' || request.method === 'DELETE') {
    return proxyResumableUpload(request, context, id, request.method);
  }
  if (!context.user) throw redirectToLoginAndConfirm(context, paths.uploads());
  await orFailurePage(cancelResumableUpload(context, id));
  context.flash.set({ kind: 'success', key: 'uploads:unfinished.deleted' });
  return redirect(paths.uploads(), 303);
}
