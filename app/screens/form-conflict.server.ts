import type { FormEntries } from '~/auth/draft-store';
import type { ShownConflict } from '~/components/workflow/form-versions';
import { readIntent } from '~/forms/form-entries';
import { packOpened, readOpened } from '~/forms/opened-form';
import { formatDate, formatExactTime, formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';
import type { KeptForm } from './kept-form.server';
import { findOtherWindow, type OtherWindow } from './other-window.server';

/** Names a sentence lists at most, and the longest part of one. */
const namesListed = 5;
const nameCharacters = 40;

/** Another window has drafted or saved the form since it was opened in this one. */
export class FormConflict extends RepositoryError {
  readonly shown: ShownConflict;

  constructor(sentence: string, shown: ShownConflict) {
    super(409, 'saved-elsewhere', sentence, {});
    this.name = 'FormConflict';
    this.shown = shown;
  }
}

/** The conflict of a posted form with what another window has left at `changedAt`. */
export async function findConflict(
  context: LoadContext,
  kept: KeptForm,
  entries: FormEntries,
  changedAt: string | null,
): Promise<FormConflict> {
  const opened = readOpened(entries);
  const { version } = await context.drafts.look(kept.form, kept.object);
  const tag = (await kept.saved?.())?.tag ?? opened.savedTag;
  const { verb, argument } = readIntent(entries);
  const intent = argument ? `${verb}:${argument}` : verb;
  const seen = packOpened({ ...opened, version, savedTag: tag, base: '' });
  const other = await findOtherWindow(context, kept, entries);
  const told = [conflictSentence(context, changedAt, opened.openedAt), collidedSentence(context, other)];
  return new FormConflict(told.filter(Boolean).join(' '), { seen, intent });
}

/** Names what both windows changed; '' where nothing tells it apart. */
export function collidedSentence(context: LoadContext, other: OtherWindow | null): string {
  if (!other || other.collided.length === 0) return '';
  return translate(context.language)('forms:versions.collided', { fields: listed(context, other.collided) });
}

/** Says what a form has got from another window, and when that was saved; null where there is nothing to tell. */
export function takenSentence(
  context: LoadContext,
  { taken, record }: OtherWindow,
): { key: string; values: { fields: string; saved: string } } | null {
  if (taken.length === 0 || record.changedAt === null) return null;
  const values = { fields: listed(context, taken), saved: momentOf(context, record.changedAt) };
  return { key: 'forms:versions.taken', values };
}

function listed({ language }: LoadContext, names: string[]): string {
  const shown = names
    .slice(0, namesListed)
    .map((name) => (name.length > nameCharacters ? `${name.slice(0, nameCharacters)}…` : name));
  const more = names.length - shown.length;
  const rest = more > 0 ? ` ${translate(language)('mapping:andMore', { count: more })}` : '';
  return shown.join(', ') + rest;
}

/** Names both times, where they are known and in their order. */
export function conflictSentence(
  context: Pick<LoadContext, 'language' | 'timeZone'>,
  changedAt: string | null,
  openedAt: string | null,
): string {
  const t = translate(context.language);
  if (changedAt === null || openedAt === null || changedAt < openedAt) return t('forms:versions.other');
  const isClose = momentOf(context, changedAt) === momentOf(context, openedAt);
  const place = (iso: string) => momentOf(context, iso, isClose ? formatExactTime : formatTime);
  return t('forms:versions.otherAt', { saved: place(changedAt), opened: place(openedAt) });
}

/** A time of today by hour and minute, any other with its date. */
export function momentOf(
  { language, timeZone }: Pick<LoadContext, 'language' | 'timeZone'>,
  iso: string,
  format = formatTime,
): string {
  const t = translate(language);
  const day = (time: string) => formatDate(time, language, timeZone);
  const time = format(iso, language, timeZone);
  const isToday = day(iso) === day(new Date().toISOString());
  return isToday ? t('forms:versions.time', { time }) : t('forms:versions.dayAndTime', { day: day(iso), time });
}
