import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';

import { useCopyButtons } from '~/components/data-set/use-copy-buttons';
import { ServerPart } from '~/components/frame/server-part';
import { chosenPage, comparePage, isSentByForm, pageOf, readNormAddress } from '~/components/norms/norm-address';
import type { PreservedForm } from '~/drafts/preserved-form';
import { readIntent } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { compareActs, compareFormId, isTypedResult, standingEntries } from '~/forms/standing-fields';
import type { LoadContext } from '~/load-context';
import { readNormOverview } from '~/repository-client/norms';
import { orFailurePage } from '~/repository-client/transport';
import { choiceErrors } from '~/screens/choice-errors.server';
import { shortEnough } from '~/screens/short-address.server';

import { ComparePage } from './compare-page.server';
import { describeHead } from './describe-head.server';
import { readChoice } from './read-choice.server';
import { placeResult, type StandingReply } from './standing-reply.server';
import { useCompareScript } from './use-compare-script';

const partId = 'compare';

export const handle = {
  title: (loaded: unknown) => (loaded as Loaded | undefined)?.title ?? '',
  description: (loaded: unknown) => (loaded as Loaded | undefined)?.description ?? '',
  query: (loaded: unknown) => (loaded as Loaded | undefined)?.query ?? '',
  help: 'comparing',
  preservesForm: (): PreservedForm => ({ kind: 'standing', id: compareFormId }),
};

type Loaded = ReturnType<typeof describeHead>;

/** Answers of actions, for the page that their request shows. Nobody else gets them, and they end with the request. */
const replies = new WeakMap<LoadContext, StandingReply>();

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { unread, ...sent } = readNormAddress(query);
  const errors = choiceErrors(unread, 'compare', context);
  if (isSentByForm(query) && errors.length === 0) throw redirect(comparePage(sent));
  const [overview, { address, norms, gone, status }] = await Promise.all([
    orFailurePage(readNormOverview(context)),
    orFailurePage(readChoice(context, sent)),
  ]);
  const { origin } = context;
  const reply = replies.get(context) ?? null;
  const typed = errors.length > 0 ? query : null;
  const shown = { overview, address, norms, gone, reply, origin, errors, typed };
  context.serverParts.set(partId, <ComparePage {...shown} />);
  const head = describeHead(context, norms);
  const hasErrors = errors.length > 0;
  return hasErrors || gone.length > 0 ? data({ ...head, hasErrors: true }, { status: hasErrors ? 400 : status }) : head;
}

/**
 * Shows the curves that were chosen at an address of their own, or places a result beside them. The answer is shown on the
 * page and kept nowhere, as is a result that was typed while curves were chosen. Enter in a field places a typed result.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const entries = await readEntries(request);
  const chosen = chosenPage(entries);
  const { verb } = readIntent(entries);
  const isTyped = isTypedResult(entries);
  if (chosen !== null && !isTyped && verb !== compareActs.place) return redirect(shortEnough(chosen), 303);
  // 307 makes the browser send the form on to the page of what was chosen beside the result.
  if (chosen !== null && chosen !== pageOf(new URL(request.url).searchParams))
    return redirect(shortEnough(chosen), 307);
  const { status, ...reply } =
    verb === compareActs.show
      ? { entries: standingEntries(entries), errors: [], answer: null, status: 200 }
      : await placeResult(entries, context, await orFailurePage(readNormOverview(context)));
  replies.set(context, reply);
  return data({ hasErrors: reply.errors.length > 0 }, { status, headers: { 'Cache-Control': 'no-store' } });
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** How does a result compare? Percentile curves by age from all published data sets, and the place of a result in them. */
export default function Compare() {
  useCopyButtons(partId);
  useCompareScript(partId);
  return <ServerPart element="article" id={partId} className="compare" />;
}
