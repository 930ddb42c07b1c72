import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { orFailurePage } from '~/repository-client/transport';
import { listFieldValues } from '~/repository-client/metadata';

/** Suggestions from published data sets for a metadata field while the user types. */
export async function loader({ request, context, params: { field = '' } }: LoaderFunctionArgs) {
  requireUser(request, context);
  const typed = new URL(request.url).searchParams.get('q') ?? '';
  const values = await orFailurePage(listFieldValues(context, field, typed));
  return Response.json(values.map(({ value }) => value));
}
