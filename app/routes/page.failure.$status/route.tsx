import type { LoaderFunctionArgs } from '@remix-run/node';

/** `script: false`: the browser's address is another one, and script would look for that. */
export const handle = { title: 'failures.404.title', script: false };

/**
 * Shown in the place of an address that is longer than any of ours, of what a form of another site orders, or of a file
 * that is refused.
 */
export function loader({ params, context: { refused } }: LoaderFunctionArgs): never {
  if (refused) throw Response.json({ message: refused.message }, { status: refused.status });
  throw new Response(null, { status: params.status === '403' ? 403 : 404 });
}

export default function Failure() {
  return null;
}
