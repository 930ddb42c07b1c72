import { redirect } from '@remix-run/node';

import type { FormEntries, FormRecord, OpenedForm } from '~/auth/draft-store';
import { readIntent } from '~/forms/form-entries';
import { parseOpened, readOpened, withOpened } from '~/forms/opened-form';
import type { LoadContext } from '~/load-context';
import { tellTaken } from './join-windows.server';
import { findOtherWindow } from './other-window.server';
import { isSaved, orTooLarge, setAside, typedIn, type KeptForm } from './kept-form.server';

/** A posted form with an order about its versions. */
interface Order {
  context: LoadContext;
  kept: KeptForm;
  entries: FormEntries;
  opened: OpenedForm;
  record: FormRecord;
  argument: string;
}

/**
 * Carries out the orders about the versions of a form: 'Keep mine' answers the entries with what was meant
 * to be done to them, the others lead to the page with another version. Whatever version gives way, the
 * posted one too, is set aside. Entries with any other order come back as they are.
 */
export async function chooseVersion(context: LoadContext, kept: KeptForm, entries: FormEntries): Promise<FormEntries> {
  const { verb, argument } = readIntent(entries);
  const carryOut = orders[verb];
  if (!carryOut) return entries;
  const record = await context.drafts.look(kept.form, kept.object);
  return orTooLarge(carryOut({ context, kept, entries, opened: readOpened(entries), record, argument }));
}

const orders: Partial<Record<string, (order: Order) => Promise<FormEntries>>> = {
  keep: keepMine,
  'show-other': showOther,
  'bring-back': bringBack,
  discard: discardDraft,
  'discard-aside': discardAside,
};

/** The argument is '<what was seen of the other version>:<what was meant to be done>'. */
async function keepMine({ context, kept, entries, opened, record, argument }: Order): Promise<FormEntries> {
  const { drafts } = context;
  const { form, object } = kept;
  const [, packed = '', intent = ''] = /^([^:]*):(.*)$/.exec(argument) ?? [];
  const seen = parseOpened(packed);
  const isOther = record.writer !== opened.writer;
  // Somebody was quicker once more: what was meant to be done meets that version.
  if (!seen || (isOther && record.version !== seen.version)) return withOrder(entries, intent, opened);
  // What the other window alone has changed is in no one's way.
  const other = await findOtherWindow(context, kept, entries);
  if (other) tellTaken(context, other);

  if (isOther && record.draft) {
    const { entries: others, savedTag } = record.draft;
    const { writer } = record;
    await drafts.setAside(form, object, { entries: others, writer, savedTag, reason: 'conflict' });
  }
  if ((isOther && record.savedVersion > opened.version) || seen.savedTag !== opened.savedTag) {
    const saved = await kept.saved?.();
    const writer = `saved-${record.version}`;
    if (saved) {
      const { entries: others, tag } = saved;
      await drafts.setAside(form, object, { entries: others, writer, savedTag: tag, reason: 'conflict' });
    }
  }
  await drafts.removeAside(form, object, { writer: opened.writer });
  const chosen = { ...opened, version: record.version, savedTag: seen.savedTag, base: '' };
  return withOrder(other?.entries ?? entries, intent, chosen);
}

function withOrder(entries: FormEntries, intent: string, opened: OpenedForm): FormEntries {
  const others = entries.filter(([name]) => name !== 'intent');
  return withOpened([...others, ['intent', intent]], opened);
}

async function showOther({ context, kept, entries, opened }: Order): Promise<never> {
  await setAside(context, kept, entries);
  await context.drafts.drop(kept.form, kept.object, { ...opened, version: -1 });
  return leave(context, kept, 'forms:versions.otherShown');
}

async function bringBack({ context, kept, entries, opened, record, argument }: Order): Promise<never> {
  const { drafts } = context;
  const { form, object } = kept;
  const wanted = record.aside.find(({ id }) => id === argument);
  if (!wanted) {
    await keepTyped({ context, kept, entries, opened });
    return leave(context, kept, 'forms:versions.notFound');
  }
  const isOwn = record.version === opened.version || record.writer === opened.writer;
  if (!isOwn && record.draft) {
    const { entries: others, savedTag } = record.draft;
    await drafts.setAside(form, object, { entries: others, writer: record.writer, savedTag, reason: 'conflict' });
  }
  await setAside(context, kept, entries);
  const { version } = record;
  const writer = crypto.randomUUID();
  const { newer } = await drafts.write(form, object, wanted.entries, {
    ...wanted,
    account: opened.account,
    version,
    writer,
    openedAt: null,
    base: '',
  });
  if (newer) return leave(context, kept, 'forms:versions.busy');
  await drafts.removeAside(form, object, { id: wanted.id });
  return leave(context, kept, 'forms:versions.broughtBack');
}

/** 'Discard draft': the form shows what is saved again; the draft can be brought back. */
async function discardDraft({ context, kept, entries, opened }: Order): Promise<never> {
  await setAside(context, kept, entries, 'discarded');
  await context.drafts.drop(kept.form, kept.object, opened);
  return leave(context, kept, 'uploads:draft.discarded');
}

async function discardAside({ context, kept, entries, opened, argument }: Order): Promise<never> {
  await keepTyped({ context, kept, entries, opened });
  await context.drafts.removeAside(kept.form, kept.object, { id: argument });
  return leave(context, kept, 'forms:versions.discarded');
}

/** Keeps what stands in the form around a button that is about another version. */
async function keepTyped({
  context,
  kept,
  entries,
  opened,
}: Pick<Order, 'context' | 'kept' | 'entries' | 'opened'>): Promise<void> {
  if (await isSaved(kept, entries)) return;
  const { newer } = await context.drafts.write(kept.form, kept.object, await typedIn(kept, entries), opened);
  if (newer) await setAside(context, kept, entries);
}

function leave(context: LoadContext, kept: KeptForm, key: string): never {
  context.flash.set({ kind: 'note', key });
  throw redirect(kept.page, 303);
}
