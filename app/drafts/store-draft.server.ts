import { readIntent, type FormEntries } from '~/forms/form-entries';
import { formatMoment } from '~/i18n/format-moment.server';
import { formatExactTime, formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';
import type { IfLow } from '~/store/draft-limits';
import { draftOf, isChanged, stashForm, windowOf, type DraftableForm } from './draftable-form.server';
import { encodeFormSnapshot, readFormSnapshot, type ShownConflict } from './form-snapshot';

/** Another window has written the form, or another program has saved it, since it was rendered in this one. */
export class FormConflict extends RepositoryError {
  constructor(
    message: string,
    readonly shown: ShownConflict,
  ) {
    super(409, 'saved-elsewhere', message, {});
    this.name = 'FormConflict';
  }
}

/**
 * Stores the text of a posted form as its draft, unchecked. If its window is too late, the text is stashed.
 * `byScript`: script has sent it, perhaps before the window itself saved the form. `ifLow`: what becomes of it
 * without space; stored by default, because most orders show the form again with it.
 */
export async function storeDraft(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
  { byScript = false, ifLow = 'store' }: { byScript?: boolean; ifLow?: IfLow } = {},
): Promise<FormConflict | null> {
  const { kind, object } = form;
  const snapshot = windowOf(form, entries);
  const text = await draftOf(form, entries);
  if (text.length === 0) {
    await context.drafts.stash(kind, object, [], snapshot, 'discarded');
    return null;
  }
  const changedAt = await context.drafts.write(kind, object, text, snapshot, { byScript, ifLow });
  if (changedAt === null) return null;
  await stashForm(context, form, entries, 'conflict', ifLow);
  return findConflict(context, form, entries, { at: changedAt, by: null });
}

/** Stores a posted form as its draft if something was typed in it, for orders that lead to another page. */
export async function storeChanges(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
): Promise<FormConflict | null> {
  return (await isChanged(context, form, entries)) ? storeDraft(context, form, entries) : null;
}

/**
 * The conflict of a posted form with what was written elsewhere: when (ISO 8601; null if unknown), and the name of who
 * wrote it, if it was somebody else.
 */
export async function findConflict(
  context: LoadContext,
  form: DraftableForm,
  entries: FormEntries,
  changed: { at: string | null; by: string | null },
): Promise<FormConflict> {
  const snapshot = readFormSnapshot(entries);
  const { version, windowId, draft } = await context.drafts.look(form.kind, form.object);
  const saved = await form.saved?.().catch(() => null);
  const savedTag = saved?.tag ?? snapshot.savedTag;
  const { verb, argument } = readIntent(entries);
  const seen = encodeFormSnapshot({ ...snapshot, version, savedTag });
  const intent = argument ? `${verb}:${argument}` : verb;
  const other = draft && windowId !== snapshot.windowId ? draft.entries : saved?.entries;
  const fields = other && form.differing ? await form.differing(entries, other).catch(() => []) : [];
  return new FormConflict(conflictMessage(context, changed.at, snapshot.openedAt, changed.by), {
    seen,
    intent,
    fields,
  });
}

/** Names both times (ISO 8601), if they are known and in their order, and who it was, if it was somebody else. */
export function conflictMessage(
  context: Pick<LoadContext, 'language' | 'timeZone'>,
  changedAt: string | null,
  openedAt: string | null,
  by: string | null = null,
): string {
  const t = translate(context.language);
  if (changedAt === null || openedAt === null || changedAt < openedAt) {
    return by === null ? t('form-versions:other') : t('form-versions:otherPerson', { name: by });
  }
  const isClose = formatMoment(context, changedAt) === formatMoment(context, openedAt);
  const [saved, opened] = [changedAt, openedAt].map((iso) =>
    formatMoment(context, iso, isClose ? formatExactTime : formatTime),
  );
  if (by !== null) return t('form-versions:otherPersonAt', { name: by, saved, opened });
  return t('form-versions:otherAt', { saved, opened });
}
