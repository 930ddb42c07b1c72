import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireExpert } from '~/auth/guards';
import { orFailurePage } from '~/repository-client/transport';
import { listSubmissions } from '~/repository-client/editorial';
import { SubmissionTable } from './submission-table';

export const handle = { title: 'editorial:title', help: 'editorial-board' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return { submissions: await orFailurePage(listSubmissions(context)) };
}

export default function Submissions() {
  return <SubmissionTable submissions={useLoaderData<typeof loader>().submissions} />;
}
