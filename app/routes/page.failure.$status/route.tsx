import type { LoaderFunctionArgs } from '@remix-run/node';

/** `script: false`: the browser's address is another one, and script would look for that. */
export const handle = { title: 'failures.404.title', script: false };

/** Shown in the place of an address that is longer than any of ours, or of what a form of another site orders. */
export function loader({ params }: LoaderFunctionArgs): never {
  throw new Response(null, { status: params.status === '403' ? 403 : 404 });
}

export default function Failure() {
  return null;
}
