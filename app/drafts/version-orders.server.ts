import { redirect } from '@remix-run/node';

import { readIntent, type FormEntries } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { stashForm, type DraftableForm } from './draftable-form.server';
import { storeChanges } from './store-draft.server';
import { parseFormSnapshot, readFormSnapshot, withOrder } from './form-snapshot';

/** A posted form with the argument of its order. */
interface Order {
  context: LoadContext;
  form: DraftableForm;
  entries: FormEntries;
  argument: string;
}

const orders = new Map<string, (order: Order) => Promise<FormEntries>>([
  ['keep', keepMine],
  ['show-other', (order) => giveWay(order, 'conflict', 'form-versions:otherShown')],
  ['discard', (order) => giveWay(order, 'discarded', 'form-versions:draft.discarded')],
  ['restore', restore],
  ['discard-stashed', discardStashed],
]);

/**
 * Carries out an order about the versions of a form. 'Keep my version' returns the entries with the order that met the
 * conflict, all others throw the redirect to the page of the form. The version that gives way is stashed. Entries
 * with any other order are returned as they are.
 */
export async function carryOutVersionOrder(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
): Promise<FormEntries> {
  const { verb, argument } = readIntent(entries);
  return orders.get(verb)?.({ context, form, entries, argument }) ?? entries;
}

/** The argument is '<snapshot with the version that was shown> <order that met the conflict>'. */
async function keepMine({ context, form, entries, argument }: Order): Promise<FormEntries> {
  const { drafts } = context;
  const { kind, object } = form;
  const snapshot = readFormSnapshot(entries);
  const blank = argument.indexOf(' ');
  const { version, savedTag } = parseFormSnapshot(argument.slice(0, blank)) ?? snapshot;
  // If another window was first once more, its version is above the one that was shown, and the user is asked again.
  const mine = { ...snapshot, version, savedTag, digest: '' };
  await drafts.stashOther(kind, object, mine);
  const { savedVersion } = await drafts.look(kind, object);
  if (savedVersion > snapshot.version || savedTag !== snapshot.savedTag) {
    const saved = await form.saved?.();
    const window = { windowId: `former:${savedVersion}`, version: -1, savedTag: saved?.tag ?? '' };
    await drafts.stash(kind, object, saved?.entries ?? [], window, 'conflict');
  }
  return withOrder(entries, mine, argument.slice(blank + 1));
}

async function giveWay(
  { context, form, entries }: Order,
  state: 'conflict' | 'discarded',
  message: string,
): Promise<never> {
  await stashForm(context, form, entries, state);
  return leave(context, form, message);
}

async function restore({ context, form, entries, argument }: Order): Promise<never> {
  const { drafts } = context;
  const { kind, object } = form;
  await stashForm(context, form, entries);
  const { version, stashed } = await drafts.look(kind, object);
  const { windowId, savedTag } = readFormSnapshot(entries);
  // If it is gone, what was typed stays in the form.
  const wanted = [argument, windowId].flatMap((id) => stashed.find((one) => one.id === id) ?? [])[0];
  if (wanted) {
    // It replaces the saved content that the user has seen, not that of its own time.
    const window = { windowId: wanted.id, version, savedTag };
    await drafts.stashOther(kind, object, window);
    await drafts.write(kind, object, wanted.entries, window);
  }
  return leave(context, form, wanted?.id === argument ? 'form-versions:restored' : 'form-versions:notFound');
}

async function discardStashed({ context, form, entries, argument }: Order): Promise<never> {
  await storeChanges(context, form, entries);
  await context.drafts.remove(form.kind, form.object, argument);
  return leave(context, form, 'form-versions:deleted');
}

function leave(context: LoadContext, form: DraftableForm, key: string): never {
  context.flash.set({ kind: 'note', key });
  throw redirect(form.page, 303);
}
