import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';

import { letterInWords, noteInWords, ownNoteInWords, panelInWords, profileInWords } from '~/forms/board-words';
import { classInWords } from '~/forms/class-form';
import { mappingInWords } from '~/forms/mapping-form';
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
  throw Response.json({ unanswered: withWords(context, unanswered) }, { status: unanswered.status });
}

export function action({ context }: ActionFunctionArgs): never {
  const { unanswered } = context;
  if (!unanswered) throw new Response(null, { status: 404 });
  throw Response.json({ unanswered: withWords(context, unanswered) }, { status: unanswered.status });
}

/** Forms whose names and values are no words, by the beginning of their addresses. */
const formsInWords = [
  [paths.editorialVote(''), voteInWords],
  [paths.editorialPanels(''), panelInWords],
  [paths.editorialNotes(''), noteInWords],
  [paths.editorialLetter(''), letterInWords],
  [paths.editorialProfile(), profileInWords],
  [paths.uploadConversation(''), ownNoteInWords],
  [paths.uploadData(''), mappingInWords],
  [paths.compareClass(), classInWords],
] as const;

/** A form whose names and values are no words is shown in words. */
function withWords({ language }: LoadContext, unanswered: UnansweredRequest): UnansweredRequest {
  const { page, unsent } = unanswered;
  const [, inWords] = formsInWords.find(([address]) => page.startsWith(address)) ?? [];
  return unsent && inWords ? { ...unanswered, inWords: inWords(translate(language), unsent) } : unanswered;
}

export default function Unavailable() {
  return null;
}
