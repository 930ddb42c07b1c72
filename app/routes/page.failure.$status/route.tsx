import type { LoaderFunctionArgs } from '@remix-run/node';

import { translate } from '~/i18n/instances.server';

/** `script: false`: the browser's address is another one, and script would look for that. */
export const handle = { title: 'failures.404.title', script: false };

/**
 * Shown in the place of an address that is longer than any of ours, of what a form of another site orders, or of a file
 * that is refused.
 */
export function loader({ params, context: { refused, language } }: LoaderFunctionArgs): never {
  if (refused) throw Response.json({ message: refused.message }, { status: refused.status });
  if (params.status !== '403') throw new Response(null, { status: 404 });
  throw Response.json({ message: translate(language)('failures.foreignForm') }, { status: 403 });
}

export default function Failure() {
  return null;
}
