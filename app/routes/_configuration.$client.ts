import type { LoaderFunctionArgs } from '@remix-run/node';

/** Sign-in client settings (spec section 7): authority, client id and scope, never a secret. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const configuration = context.signIn.configuration(params.client ?? '');
  if (!configuration) return Response.json({ title: 'Not found', status: 404 }, { status: 404 });
  return Response.json(configuration, { headers: { 'Cache-Control': 'no-store' } });
}
