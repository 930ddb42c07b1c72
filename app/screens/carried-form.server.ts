import { safeReturnUrl } from '@domain/same-origin';

import type { FormEntries } from '~/auth/draft-store';
import { refuseOtherAccount, requireUserOrKeepForm } from '~/auth/guards';
import { carriedKinds, type CarriedKind } from '~/components/frame/carried-form';
import { changedPlace } from '~/components/problem-list/list-place';
import { resultsAddress } from '~/components/search/results-address';
import { readOpened } from '~/forms/opened-form';
import { maxMetadataFields, readEntries } from '~/forms/read-form.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { keptFormOf } from './autosave.server';
import { carryDownload } from './download-draft.server';
import { joinWindows } from './join-windows.server';
import { contentOf, isSaved, typedIn, type KeptForm } from './kept-form.server';
import { keepDraft } from './posted-form.server';
import { tickedIn } from './submit.server';

/** Longest address of a page that holds what was typed: servers and proxies refuse longer ones. */
const maxAddressCharacters = 8000;

/** A form that a button of the frame has sent along, with the page it stands on. */
export interface Carried {
  kind: CarriedKind | null;
  object: string;
  /** Path and query. */
  page: string;
  entries: FormEntries;
}

/** Reads what a button of the frame has sent. Throws the 400 or 413 page for a form that cannot be read. */
export async function readCarried(request: Request, context: LoadContext): Promise<Carried> {
  const query = new URL(request.url).searchParams;
  const kind = carriedKinds.find((known) => known === query.get('form')) ?? null;
  const page = safeReturnUrl(query.get('returnTo') ?? '/', context.origin) ?? paths.home();
  const most = kind === 'metadata' ? maxMetadataFields : undefined;
  return { kind, object: query.get('object') ?? '', page, entries: await readEntries(request, most) };
}

/**
 * Keeps what a carried form holds and answers the address that shows it again: as a draft where the form has
 * one, in the address itself where it has none. When the session has ended, sign-in follows, as after a post.
 */
export async function carryForm(context: LoadContext, carried: Carried): Promise<string> {
  const { kind, page, entries } = carried;
  switch (kind) {
    case null:
      return page;
    case 'submit':
      return withQuery(page, 'also', tickedIn(new URLSearchParams(entries)));
    case 'search':
      return typedSearch(page, entries);
    case 'results':
      return shortEnough(resultsAddress(entries));
    case 'download':
      return withQuery(page, 'ticked', await carryDownload(context, carried));
    default:
      return carryKept(context, formOf(context, kind, carried), entries);
  }
}

function formOf(context: LoadContext, kind: string, { object, page, entries }: Carried): KeptForm {
  const search = new URL(page, context.origin).searchParams;
  search.set('object', object);
  const kept = keptFormOf(context, kind, search);
  // What is chosen beside the comments stands in the address of their page.
  if (kind === 'comments') return { ...kept, page: changedPlace(page, entries) };
  return { ...kept, page };
}

/** Keeps a form as its draft, unless all of it is saved or drafted already. */
async function carryKept(context: LoadContext, kept: KeptForm, sent: FormEntries): Promise<string> {
  const { drafts } = context;
  const { form, object, page } = kept;
  const posted = { ...kept, entries: contentOf(sent), opened: readOpened(sent) };
  await requireUserOrKeepForm(context, async () => posted);
  refuseOtherAccount(context, posted);
  const entries = await joinWindows(context, kept, sent);
  // A repository that fails tells nothing of what is saved: all that is typed is kept then.
  const typed = (content: FormEntries) => typedIn(kept, content).catch(() => contentOf(content));
  if (await isSaved({ ...kept, typed }, entries).catch(() => false)) {
    await drafts.drop(form, object, readOpened(entries));
    return page;
  }
  const { draft } = await drafts.look(form, object);
  if (draft && JSON.stringify(draft.entries) === JSON.stringify(await typed(entries))) return page;
  const conflict = await keepDraft(context, { ...kept, typed }, entries);
  if (conflict) context.flash.set({ kind: 'note', key: 'forms:versions.carriedAside' });
  return page;
}

/** The page with what stands in its search form, where that is not what it shows the results of. */
function typedSearch(page: string, entries: FormEntries): string {
  const { pathname, searchParams } = new URL(page, 'http://page');
  const [typed, shown] = [entries, [...searchParams]].map((all) => {
    const search = new URLSearchParams(all.filter(([name]) => name === 'q' || name === 'e'));
    search.sort();
    return String(search);
  });
  const isNothing = typed === 'q=' && shown === '' && pathname === paths.home();
  return withQuery(page, 'typed', typed === undefined || typed === shown || isNothing ? [] : [typed]);
}

/** The page with other values of one parameter of its address. */
function withQuery(page: string, name: string, values: readonly string[]): string {
  const { pathname, search } = new URL(page, 'http://page');
  const query = new URLSearchParams(search);
  query.delete(name);
  for (const value of values) query.append(name, value);
  return shortEnough(pathname + (query.size > 0 ? `?${query}` : ''));
}

/** Throws the page for forms that are too large. */
function shortEnough(address: string): string {
  if (address.length > maxAddressCharacters) throw new Response(null, { status: 413 });
  return address;
}
