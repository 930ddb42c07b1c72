import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/auth/guards';
import { UploadScreen } from '~/components/upload-list/upload-screen';
import { loadUploadList } from '~/screens/upload-list.server';

export const handle = { title: 'uploads:list.title', help: 'files' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadUploadList(context, new URL(request.url).searchParams.get('page'));
}

export default function MyUploads() {
  return <UploadScreen data={useLoaderData<typeof loader>()} />;
}
