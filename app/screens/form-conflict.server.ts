import type { FormEntries } from '~/auth/draft-store';
import type { ShownConflict } from '~/components/workflow/form-versions';
import { readIntent } from '~/forms/form-entries';
import { packOpened, readOpened } from '~/forms/opened-form';
import { formatDate, formatExactTime, formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { RepositoryError } from '~/repository-client/transport';
import type { KeptForm } from './kept-form.server';

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
  const seen = packOpened({ ...opened, version, savedTag: tag });
  return new FormConflict(conflictSentence(context, changedAt, opened.openedAt), { seen, intent });
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
  return isToday
    ? t('forms:versions.time', { time })
    : t('forms:versions.dayAndTime', { day: day(iso), time });
}
