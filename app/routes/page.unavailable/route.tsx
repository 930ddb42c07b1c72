import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';

import { voteInWords } from '~/forms/vote-form';
import { translate } from '~/i18n/instances.server';
import type { LoadContext, UnansweredRequest } from '~/load-context';
import { paths } from '~/paths';

/** The browser's address is that of the page that was asked for: script would look for its own. */
export const handle = { title: 'failures.503.title', script: false };

/** Shown in the place of what cannot be answered (`app/outage-page.ts`); nobody asks for it by its address. */
export function loader({ context }: LoaderFunctionArgs): never {
  const { unanswered } = context;
  if (!unanswered) throw new Response(null, { status: 404 });
  if (unanswered.isByScript) throw redirectDocument(unanswered.page);
  throw Response.json({ unanswered: withWords(context, unanswered) }, { status: 503 });
}

export function action({ context }: ActionFunctionArgs): never {
  const { unanswered } = context;
  if (!unanswered) throw new Response(null, { status: 404 });
  throw Response.json({ unanswered: withWords(context, unanswered) }, { status: 503 });
}

/** A vote that was not answered is shown in words. */
function withWords({ language }: LoadContext, unanswered: UnansweredRequest): UnansweredRequest {
  const { page, unsent } = unanswered;
  if (!unsent || !page.startsWith(paths.editorialVote(''))) return unanswered;
  return { ...unanswered, inWords: voteInWords(translate(language), unsent) };
}

export default function Unavailable() {
  return null;
}
