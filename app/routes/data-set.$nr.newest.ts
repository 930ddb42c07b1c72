import { type LoaderFunctionArgs, redirect } from '@remix-run/node';

import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { listVersions } from '~/repository-client/versions';

/** Where the DOI of all versions of a data set leads: to the newest one, which may be another tomorrow. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  if (!/^[1-9]\d{0,8}$/.test(params.nr ?? '')) throw new Response(null, { status: 404 });
  const { newest } = await orFailurePage(listVersions(context, Number(params.nr)));
  return redirect(paths.dataSet(newest), { status: 302, headers: { 'Cache-Control': 'no-cache' } });
}
