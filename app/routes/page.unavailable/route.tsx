import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';

/** The browser's address is that of the page that was asked for: script would look for its own. */
export const handle = { title: 'failures.503.title', script: false };

/** Shown in the place of what cannot be answered (`app/outage-page.ts`); nobody asks for it by its address. */
export function loader({ context }: LoaderFunctionArgs): never {
  const { unanswered } = context;
  if (!unanswered) throw new Response(null, { status: 404 });
  if (unanswered.isByScript) throw redirectDocument(unanswered.page);
  throw Response.json({ unanswered }, { status: 503 });
}

export function action({ context }: ActionFunctionArgs): never {
  const { unanswered } = context;
  throw Response.json({ unanswered }, { status: unanswered ? 503 : 404 });
}

export default function Unavailable() {
  return null;
}
