import type { FormEntries, FormRecord, OpenedForm } from '~/auth/draft-store';
import { joinParts, type FormParts } from '~/forms/join-parts';
import { readOpened, withOpened } from '~/forms/opened-form';
import type { LoadContext } from '~/load-context';
import { packBase, readBase } from './form-base.server';
import { dividerOf, orTooLarge, typedIn, type FormDivider, type KeptForm } from './kept-form.server';

/** A posted form beside what another window has left of it since it was opened. */
export interface OtherWindow {
  record: FormRecord;
  /** The posted form with what the other window alone has changed. */
  entries: FormEntries;
  /**
   * What `entries` count as opened with: the version of the other window, by a window of its own. The page that
   * was posted, to which its user may go back, shows less.
   */
  opened: OpenedForm;
  /** Whether `entries` hold anything of the other window. */
  hasTaken: boolean;
  /** Parts of the other window, as the page names them. */
  taken: string[];
  /** Parts that both changed, and not alike: they stand in `entries` as they were posted. */
  collided: string[];
}

/**
 * Compares a form, part by part, with what another window has drafted or saved since it was opened. Null when
 * there is no such window, or when nothing tells what each part said before: then only the user can choose.
 */
export async function findOtherWindow(
  context: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
): Promise<OtherWindow | null> {
  const opened = readOpened(entries);
  if (opened.base === '') return null;
  const record = await context.drafts.look(kept.form, kept.object);
  const isOwn = record.version === opened.version || record.writer === opened.writer;
  const isDiscarded = record.state === 'discarded' && record.savedVersion <= opened.version;
  if (isOwn || isDiscarded) return null;
  const divider = await dividerOf(kept);
  if (!divider) return null;

  const mine = divider.divide(entries);
  const { parts: theirs, savedTag } = await theirVersion(kept, divider, mine.parts, record);
  const { parts, taken, collided } = joinParts(readBase(opened.base), mine.parts, theirs);
  const { version } = record;
  const goesOn = { ...opened, version, writer: crypto.randomUUID(), savedTag, base: packBase(theirs) };
  const joined = [...mine.rest, ...[...parts.values()].flatMap((part) => part.entries)];
  const named = (keys: string[]) => [...new Set(keys.flatMap((key) => divider.nameOf(key, theirs.has(key)) ?? []))];
  return {
    record,
    entries: withOpened(joined, goesOn),
    opened: goesOn,
    hasTaken: taken.length > 0,
    taken: named(taken),
    collided: named(collided),
  };
}

/** The parts of the other window. What was saved says nothing of what no save keeps: that is as it is here. */
async function theirVersion(
  kept: KeptForm,
  divider: FormDivider,
  mine: FormParts,
  { draft }: FormRecord,
): Promise<{ parts: FormParts; savedTag: string }> {
  if (draft) return { parts: divider.divide(draft.entries).parts, savedTag: draft.savedTag };
  const saved = await kept.saved?.();
  const { parts } = divider.divide(saved?.entries ?? []);
  return {
    parts: new Map([
      ...[...parts].filter(([key]) => divider.isSaved(key)),
      ...[...mine].filter(([key]) => !divider.isSaved(key)),
    ]),
    savedTag: saved?.tag ?? '',
  };
}

/**
 * Keeps a form of a window that was joined with another one as its draft; answers whether it did, or one more
 * window was first. What was set aside of the window is in it, and goes.
 */
export async function keepJoined(
  { drafts }: LoadContext,
  kept: KeptForm,
  { entries, opened }: OtherWindow,
  { writer }: OpenedForm,
): Promise<boolean> {
  const { form, object } = kept;
  const content = await typedIn(kept, entries);
  const written =
    content.length === 0 || (await orTooLarge(drafts.write(form, object, content, opened))).newer === null;
  if (written) await drafts.removeAside(form, object, { writer });
  return written;
}
