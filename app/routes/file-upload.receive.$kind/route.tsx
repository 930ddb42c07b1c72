import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import { UploadScreen } from '~/components/upload-list/upload-screen';
import { paths } from '~/paths';
import { proxyUpload } from './receive-files.server';
import { loadUploadList } from '~/screens/upload-list.server';

export const handle = { title: 'uploads:list.title', help: 'files' };

/** Lists the uploads below the reasons of a refusal. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadUploadList(context);
}

/** Receives the files of an upload form. Redirects to the first new file, or shows the list with the reasons. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  if (!context.user) throw redirectToLoginAndConfirm(context, paths.uploads(), 'forms:filesAgain');
  const { kind, status, firstId, files, refusals } = await proxyUpload(request, context, params.kind);
  if (firstId === null) return data({ hasErrors: true, kind, files, refusals }, { status });
  return redirect(paths.uploadData(firstId), 303);
}

export default function ReceivedUpload() {
  const outcome = useActionData<typeof action>();
  return (
    <UploadScreen
      data={useLoaderData<typeof loader>()}
      refused={outcome && { kind: outcome.kind, refusals: outcome.refusals, files: outcome.files }}
    />
  );
}
