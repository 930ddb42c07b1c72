import { hashOf } from '@domain/secrets';
import type { FormEntries } from '~/forms/form-entries';
import { formatDateTime } from '~/i18n/formats';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import type { IfLow } from '~/store/draft-limits';
import { newestWindow } from '~/store/drafts';
import type { FormKind, StashState } from '~/store/schema';
import { encodeFormSnapshot, formSnapshotField, readFormSnapshot, type FormVersions } from './form-snapshot';

/** A form whose text is stored before it is saved (docs/forms.md). */
export interface DraftableForm {
  kind: FormKind;
  /** Object of the form; kind and object identify it among the forms of an account. */
  object: string;
  /** Path and query of the page that shows it. */
  page: string;
  /** The page, if its address contains choices of the posted form. */
  pageOf?: (entries: FormEntries) => string;
  /** It is open in one window only, and rendered without a snapshot. */
  isInOneWindow?: true;
  /** Most fields it may have; undefined for the general limit. */
  maxFields?: number;
  /** It is about another person, of whom nothing is stored once the object is gone. */
  isAboutPerson?: true;
  /** Whether its object still exists, when a button with this verb is pressed. */
  exists?: (verb: string) => Promise<boolean>;
  /** The text that a draft needs, if that is not all of the form; empty if nothing was typed. */
  draftOf?: (entries: FormEntries) => Promise<FormEntries>;
  /** Normalised content, which is equal for forms that differ only in spelling. */
  meaningOf?: (entries: FormEntries) => Promise<string>;
  /** Labels of the fields in which it differs from another version, if the question between the two names them. */
  differing?: (entries: FormEntries, other: FormEntries) => Promise<string[]>;
  /** What was entered as pairs of words, for copying; without it, names and values are shown as they are. */
  inWords?: (entries: FormEntries) => FormEntries | Promise<FormEntries>;
  /** The saved content as the form would hold it, and its ETag, '' if it has none. */
  saved?: () => Promise<{ entries: FormEntries; tag: string }>;
}

/**
 * The draft and the versions of a form that is being rendered. `savedTag` is the ETag of the saved content.
 * `meaningOf` returns the normalised content that the form will have with its draft, or without one (null).
 */
export async function openForm(
  context: LoadContext,
  { kind, object }: DraftableForm,
  { savedTag = '', meaningOf }: { savedTag?: string; meaningOf?: (draft: FormEntries | null) => string } = {},
): Promise<{ entries: FormEntries | null; versions: FormVersions }> {
  const { version, draft, stashed } = await context.drafts.look(kind, object);
  const timeOf = distinctTimes(
    context,
    [...stashed, ...(draft ? [draft] : [])].map(({ savedAt }) => savedAt),
  );
  const entries = draft?.entries ?? null;
  const opened = encodeFormSnapshot({
    version,
    openedAt: new Date().toISOString(),
    account: context.drafts.account ?? '',
    windowId: crypto.randomUUID(),
    digest: meaningOf ? digestOf(meaningOf(entries)) : '',
    savedTag: draft?.savedTag || savedTag,
  });
  const versions = {
    opened,
    autosave: paths.keepDraft(kind, object),
    draft: draft && { time: timeOf(draft.savedAt), savedAfterSessionEnd: draft.savedAfterSessionEnd },
    stashed: stashed.map((version) => ({ id: version.id, reason: version.reason, time: timeOf(version.savedAt) })),
    conflict: null,
  };
  return { entries, versions };
}

/** Formats times of versions, with seconds if two of them are of the same minute. */
function distinctTimes({ language, timeZone }: LoadContext, times: string[]): (iso: string) => string {
  const format = (hasSeconds: boolean) => (iso: string) => formatDateTime(iso, language, timeZone, hasSeconds);
  return format(new Set(times.map(format(false))).size < times.length);
}

function digestOf(text: string): string {
  return hashOf(text).slice(0, 16);
}

/** Whether something was typed in a posted form since it was rendered. True if that is unknown. */
export async function isChanged({ drafts }: LoadContext, form: DraftableForm, entries: FormEntries): Promise<boolean> {
  const { digest, windowId } = readFormSnapshot(entries);
  if (digest === '' || !form.meaningOf) return true;
  // The window's own draft may have other content by now.
  if ((await drafts.look(form.kind, form.object)).windowId === windowId) return true;
  // If the repository fails, the text counts as changed, so that it is stored.
  const meaning = await form.meaningOf(entries).catch(() => null);
  return meaning === null || digestOf(meaning) !== digest;
}

/** The window in which a form was posted. */
export function windowOf(form: DraftableForm, entries: FormEntries) {
  const snapshot = readFormSnapshot(entries);
  return form.isInOneWindow ? { ...snapshot, ...newestWindow } : snapshot;
}

/** The content of a posted form, without buttons and the snapshot. */
export function contentOf(entries: FormEntries): FormEntries {
  return withoutIntent(entries).filter(([name]) => name !== formSnapshotField);
}

/** Entries without the button that sent them. */
export function withoutIntent(entries: FormEntries): FormEntries {
  return entries.filter(([name]) => name !== 'intent' && name !== 'confirmed');
}

/** The text of a posted form for its draft. The whole content, if the repository fails to find out what was typed. */
export async function draftOf(form: DraftableForm, entries: FormEntries): Promise<FormEntries> {
  const content = contentOf(entries);
  return form.draftOf ? form.draftOf(entries).catch(() => content) : content;
}

/** Stores the text of a posted form as a version that can be restored, if anything was typed. */
export async function stashForm(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
  state: StashState = 'conflict',
  ifLow?: IfLow,
): Promise<void> {
  if (state === 'conflict' && !(await isChanged(context, form, entries))) return;
  const text = await draftOf(form, entries);
  await context.drafts.stash(form.kind, form.object, text, readFormSnapshot(entries), state, ifLow);
}
