import { isDraftTooLarge } from '~/store/database-draft-store';
import { accountTag } from '~/auth/account-tag';
import type { DraftForm, FormEntries, OpenedForm } from '~/auth/draft-store';
import type { FormVersions } from '~/components/workflow/form-versions';
import type { DividedForm, FormParts } from '~/forms/join-parts';
import { openedField, packOpened, readOpened } from '~/forms/opened-form';
import { maxMetadataFields } from '~/forms/read-form.server';
import { formatDateTime } from '~/i18n/formats';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { RepositoryError } from '~/repository-client/transport';
import { packBase } from './form-base.server';

/** A form whose content is kept: what it is about, and the page that shows it. */
export interface KeptForm {
  form: DraftForm;
  object: string;
  page: string;
  /** The page where its address holds what is chosen beside the content. */
  pageOf?: (entries: FormEntries) => string;
  /** What is saved, where that can be shown in the form again. */
  saved?: () => Promise<SavedForm>;
  /** What of the form is typed and not saved, where that is less than all it holds; it may be nothing. */
  typed?: (entries: FormEntries) => Promise<FormEntries>;
  /** How it falls into parts that two windows may change apart; null when what it is about is gone. */
  divider?: () => Promise<FormDivider | null>;
}

export interface FormDivider {
  divide(entries: FormEntries): DividedForm;
  /** Whether a save keeps a part. */
  isSaved(key: string): boolean;
  /** A part in the words of the page; null where there is nothing to tell. `isThere`: the other window has it. */
  nameOf(key: string, isThere: boolean): string | null;
}

export interface SavedForm {
  /** Names what is saved; '' where nothing names it. */
  tag: string;
  entries: FormEntries;
  /** Whether a form holds just that. */
  isSame(entries: FormEntries): boolean;
}

/**
 * What a screen needs to show a form: its draft, and the versions of it. `savedTag` names what is saved now;
 * a draft goes on from what was saved when it was begun. `partsOf` are the parts of the form as it is shown,
 * with its draft or without one.
 */
export async function openForm(
  context: LoadContext,
  { form, object }: KeptForm,
  { savedTag = '', partsOf }: { savedTag?: string; partsOf?: (draft: FormEntries | null) => FormParts } = {},
): Promise<{ entries: FormEntries | null; versions: FormVersions }> {
  const { version, writer, draft, aside } = await context.drafts.look(form, object);
  const time = (iso: string) => formatDateTime(iso, context.language, context.timeZone);
  const opened: OpenedForm = {
    version,
    account: context.user ? accountTag(context.user.subject) : '',
    writer: crypto.randomUUID(),
    openedAt: new Date().toISOString(),
    savedTag: draft?.savedTag || savedTag,
    base: partsOf ? packBase(partsOf(draft?.entries ?? null)) : '',
  };
  return {
    entries: draft?.entries ?? null,
    versions: {
      opened: packOpened(opened),
      writer,
      autosave: paths.keepDraft(form, object),
      draft: draft && { time: time(draft.savedAt), rescued: draft.rescued },
      aside: aside.map(({ id, reason, typedAt }) => ({ id, reason, time: time(typedAt) })),
      conflict: null,
    },
  };
}

/**
 * How a form falls into parts. Null where that cannot be told, also while the repository fails: its user is
 * asked then, and what was typed is kept all the same.
 */
export async function dividerOf({ divider }: KeptForm): Promise<FormDivider | null> {
  try {
    return (await divider?.()) ?? null;
  } catch (error) {
    if (error instanceof RepositoryError) return null;
    throw error;
  }
}

/** What the parts of a form say, for a window that goes on from it; '' where that cannot be told. */
export async function baseOf(kept: KeptForm, entries: FormEntries): Promise<string> {
  const parts = (await dividerOf(kept))?.divide(entries).parts;
  return parts ? packBase(parts) : '';
}

/** Most fields of a posted form; undefined = as many as any form may have. */
export function mostFieldsOf({ form }: KeptForm): number | undefined {
  return form === 'metadata' ? maxMetadataFields : undefined;
}

/** What of a form is content, and no order or knowledge of ours: what a draft keeps. */
export function contentOf(entries: FormEntries): FormEntries {
  return withoutIntent(entries).filter(([name]) => name !== openedField);
}

/** Entries without the button that sent them. */
export function withoutIntent(entries: FormEntries): FormEntries {
  return entries.filter(([name]) => name !== 'intent' && name !== 'confirmed');
}

/** What a draft of a posted form keeps. */
export async function typedIn(kept: KeptForm, entries: FormEntries): Promise<FormEntries> {
  return kept.typed ? kept.typed(entries) : contentOf(entries);
}

/** Whether a posted form holds nothing but what is saved. */
export async function isSaved(kept: KeptForm, entries: FormEntries): Promise<boolean> {
  if ((await typedIn(kept, entries)).length === 0) return true;
  return (await kept.saved?.())?.isSame(entries) ?? false;
}

/** Keeps what a form holds beside it, unless that is saved. */
export async function setAside(
  { drafts }: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
  reason: 'conflict' | 'discarded' = 'conflict',
): Promise<void> {
  if (await isSaved(kept, entries)) return;
  const { writer, savedTag } = readOpened(entries);
  const version = { entries: await typedIn(kept, entries), writer, savedTag, reason };
  await orTooLarge(drafts.setAside(kept.form, kept.object, version));
}

/** Runs what keeps a form; throws the page for forms that are too large. */
export async function orTooLarge<Kept>(keep: Promise<Kept>): Promise<Kept> {
  try {
    return await keep;
  } catch (error) {
    if (isDraftTooLarge(error)) throw new Response(null, { status: 413 });
    throw error;
  }
}
