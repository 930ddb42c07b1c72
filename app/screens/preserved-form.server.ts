import { SessionIdSchema } from '@domain/api/downloads';
import { safeReturnUrl } from '@domain/same-origin';
import { UploadIdSchema } from '@domain/upload-id';

import { changedAddress, readListQuery } from '~/forms/problem-query';
import { resultsAddress } from '~/components/search/search-address';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { admitForm } from '~/drafts/post-draft.server';
import { storeChanges } from '~/drafts/store-draft.server';
import { entryValue, entryValues, type FormEntries } from '~/forms/form-entries';
import { maxMetadataFields, readEntries } from '~/forms/read-form.server';
import { tickedIn } from '~/forms/submit-fields';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { accountForm } from './account-form.server';
import { answersForm } from './answers-form.server';
import { boardFormOf } from './board-form.server';
import { commentsForm } from './check.server';
import { formKinds } from '~/store/schema';
import { correctionForm } from './correction-form.server';
import { documentsForm } from './documents-form.server';
import { accessTokenForm, embargoForm, privateLinkForm } from './dated-form.server';
import { confirmations, downloadForm } from './download-draft.server';
import { letterForm } from './letter-form.server';
import { mappingForm } from './mapping.server';
import { metadataForm } from './metadata.server';
import { newsForm } from './news-form.server';
import { ownNoteForm } from './note-form.server';
import { sharingForm, typedActOf } from './sharing-form.server';
import { shortEnough } from './short-address.server';
import { voteForm } from './vote-form.server';
import { reasonActOf, sideOf, withdrawalForm } from './withdrawal-form.server';

/** The form that an address names by its kind and object; null for any other. */
export function draftableFormFor(
  context: LoadContext,
  kind: string | null | undefined,
  search: URLSearchParams,
): DraftableForm | null {
  const object = search.get('object') ?? '';
  if (kind === 'download') return SessionIdSchema.safeParse(object).success ? downloadForm(object) : null;
  if (kind === 'access-token') return object === 'new' ? accessTokenForm(context) : null;
  if (kind === 'account')
    return context.user?.isAdmin !== true || object === '' || object.length > 255 ? null : accountForm(context, object);
  if (kind === 'board') return context.user?.isExpert === false ? null : boardFormOf(context, object);
  const [, id = '', rest = ''] = /^([^/]*)(?:\/(.{1,300}))?$/s.exec(object) ?? [];
  if (!UploadIdSchema.safeParse(id).success) return null;
  if (kind === 'metadata' && rest === '') return metadataForm(context, id);
  if (kind === 'correction' && rest === '') return correctionForm(context, id);
  if (kind === 'private-link' && rest === '') return privateLinkForm(context, id);
  if (kind === 'embargo' && rest === 'shorten') return embargoForm(context, id, rest);
  if (kind === 'embargo' && rest === 'lengthen' && context.user?.isExpert !== false)
    return embargoForm(context, id, rest);
  if (kind === 'mapping' && rest !== '') return mappingForm(context, id, { table: rest });
  if (kind === 'comments' && rest !== '') return commentsForm(context, id, { ...readListQuery(search), table: rest });
  if (kind === 'answers' && /^[1-9]\d{0,2}$/.test(rest)) return answersForm(context, id, Number(rest));
  if (kind === 'documents' && rest === '') return documentsForm(context, id);
  if (kind === 'news' && rest === '') return newsForm(context, id);
  if (kind === 'own-note' && rest === '') return ownNoteForm(context, id);
  if (kind === 'letter' && rest === '' && context.user?.isExpert !== false) return letterForm(context, id);
  const act = kind === 'withdrawal' ? reasonActOf(rest) : null;
  if (act) {
    const isOpen = sideOf(act) === 'own' || context.user?.isExpert !== false;
    return isOpen ? withdrawalForm(context, id, act) : null;
  }
  const typed = kind === 'sharing' ? typedActOf(rest) : null;
  if (typed)
    return typed === 'chair-offer' && context.user?.isExpert === false ? null : sharingForm(context, id, typed);
  const mayVote = kind === 'vote' && context.user?.isExpert !== false;
  return mayVote && (rest === '1' || rest === '2') ? voteForm(context, id, rest === '2' ? 2 : 1) : null;
}

/** A form that a button of the frame has sent, with the page it is on (path and query). */
interface SentForm {
  kind: string | null;
  search: URLSearchParams;
  page: string;
  entries: FormEntries;
}

/** Reads what a button of the frame has sent. Throws the 400 or 413 page for a form that cannot be read. */
export async function readSentForm(request: Request, context: LoadContext): Promise<SentForm> {
  const { searchParams: query } = new URL(request.url);
  const kind = query.get('form');
  const page = safeReturnUrl(query.get('returnTo') ?? '/', context.origin) ?? paths.home();
  const { searchParams: search } = new URL(page, context.origin);
  search.set('object', query.get('object') ?? '');
  return {
    kind,
    search,
    page,
    entries: await readEntries(request, kind === 'metadata' || kind === 'correction' ? maxMetadataFields : undefined),
  };
}

/**
 * Preserves a form in its draft, or in the address if it has none. Returns the address that shows it again. Throws
 * the same responses as a post of the form, and the 413 page for a form that is too large for an address.
 */
export async function preserveForm(context: LoadContext, { kind, search, page, entries }: SentForm): Promise<string> {
  if (kind === 'submit') return withValues(page, 'also', tickedIn(entryValues(entries, 'also')));
  if (kind === 'search') return withValues(page, 'typed', typedSearch(page, entries));
  if (kind === 'results') return shortEnough(resultsAddress(entries));
  if (!formKinds.some((known) => known === kind)) return page;
  const form = draftableFormFor(context, kind, search);
  if (!form) throw new Response(null, { status: 404 });
  // Choices beside the comments and the confirmations of the licence form are no part of a draft.
  const shown = kind === 'comments' ? changedAddress(page, entries) : page;
  const ticked = confirmations.filter((name) => entryValue(entries, name) !== '');
  const address = kind === 'download' ? withValues(page, 'ticked', ticked) : shown;
  await admitForm(context, { ...form, page: address }, entries);
  const conflict = await storeChanges(context, form, entries);
  if (conflict) context.flash.set({ kind: 'note', key: 'form-versions:keptSeparately' });
  return address;
}

/** Entries of the search form if the page does not show their results. */
function typedSearch(page: string, entries: FormEntries): string[] {
  const { pathname, searchParams } = new URL(page, 'http://page');
  const [typed = '', shown = ''] = [entries, [...searchParams]].map((all) => {
    const search = new URLSearchParams(all.filter(([name]) => name === 'q' || name === 'e'));
    search.sort();
    return String(search);
  });
  const isEmpty = typed === 'q=' && shown === '' && pathname === paths.home();
  return typed === shown || isEmpty ? [] : [typed];
}

/** The page with other values of one parameter of its address. */
function withValues(page: string, name: string, values: readonly string[]): string {
  const { pathname, searchParams } = new URL(page, 'http://page');
  searchParams.delete(name);
  for (const value of values) searchParams.append(name, value);
  return shortEnough(pathname + (searchParams.size > 0 ? `?${searchParams}` : ''));
}
