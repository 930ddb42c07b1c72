import { UploadIdSchema } from '@domain/upload-id';

import type { OpenedForm } from '~/auth/draft-store';
import { isOfOtherAccount } from '~/auth/guards';
import { readListPlace } from '~/components/problem-list/list-place';
import type { AutosaveAnswer } from '~/enhance/keep-by-itself';
import { packOpened, readOpened } from '~/forms/opened-form';
import { formatTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { commentsForm } from './check.server';
import { collidedSentence, conflictSentence, takenSentence } from './form-conflict.server';
import { baseOf, contentOf, mostFieldsOf, orTooLarge, setAside, typedIn, type KeptForm } from './kept-form.server';
import { mappingForm } from './mapping.server';
import { metadataForm } from './metadata.server';
import { findOtherWindow } from './other-window.server';
import { readScriptedForm, sentenceAnswer } from './scripted-form.server';
import { voteForm } from './vote.server';

/** The form that an address of drafts names; throws the 404 page for any other. */
export function keptFormOf(context: LoadContext, form: string | undefined, search: URLSearchParams): KeptForm {
  const object = search.get('object') ?? '';
  const [, number, rest = ''] = /^([^/]*)(?:\/(.{1,300}))?$/s.exec(object) ?? [];
  const id = UploadIdSchema.safeParse(number);
  if (id.success) {
    if (form === 'metadata' && rest === '') return metadataForm(context, id.data);
    if (form === 'mapping' && rest !== '') return mappingForm(context, id.data, { table: rest });
    if (form === 'comments' && rest !== '') {
      return commentsForm(context, id.data, { ...readListPlace(search), table: rest });
    }
    const isPanel = rest === '1' || rest === '2';
    if (form === 'vote' && isPanel && context.user?.isExpert !== false)
      return voteForm(context, id.data, rest === '2' ? 2 : 1);
  }
  throw sentenceAnswer(context, 'not-found', 404);
}

/**
 * Keeps the draft of a form that script sends while it is being filled in, joined with what another window has
 * left of it. Where both changed the same, that is told, and what is typed here is kept beside its version.
 * When the session has ended, it is filed as a post would be.
 */
export async function autosave(request: Request, context: LoadContext, kept: KeptForm): Promise<Response> {
  const entries = await readScriptedForm(request, context, mostFieldsOf(kept));
  const opened = readOpened(entries);
  const t = translate(context.language);
  const { drafts } = context;
  if (!context.user) {
    const filed = await drafts.rescue(kept.form, kept.object, contentOf(entries), opened);
    return answer(401, t(filed ? 'forms:autosave.ended' : 'forms:autosave.nobody'), filed && { ...opened, ...filed });
  }
  if (isOfOtherAccount(context, opened)) return answer(409, t('forms:autosave.otherAccount'), null);
  const other = await findOtherWindow(context, kept, entries);
  const joined = other?.collided.length === 0 ? other : null;
  // What the window does not show in full is not its own.
  const as = joined && (joined.hasTaken ? joined.opened : { ...joined.opened, writer: opened.writer });
  const content = await typedIn(kept, joined?.entries ?? entries);
  const written = await orTooLarge(drafts.write(kept.form, kept.object, content, as ?? opened, true));
  if (written.newer) {
    await setAside(context, kept, entries);
    const told = [
      conflictSentence(context, written.newer.changedAt, opened.openedAt),
      collidedSentence(context, other),
    ];
    return answer(409, [...told, t('forms:autosave.aside')].filter(Boolean).join(' '), null);
  }
  if (joined) await drafts.removeAside(kept.form, kept.object, { writer: opened.writer });
  const { version, savedAt } = written.draft;
  const time = formatTime(savedAt, context.language, context.timeZone);
  const taken = joined && takenSentence(context, joined);
  return answer(
    200,
    taken ? t('forms:autosave.joined', { time, ...taken.values }) : t('forms:autosave.saved', { time }),
    {
      ...opened,
      // The window does not show what was joined to it: it stays behind that version, and is joined again.
      version: joined?.hasTaken ? opened.version : version,
      base: await baseOf(kept, entries),
    },
  );
}

function answer(status: number, message: string, opened: OpenedForm | null): Response {
  const body: AutosaveAnswer = { message, opened: opened && packOpened(opened) };
  return Response.json(body, { status });
}
