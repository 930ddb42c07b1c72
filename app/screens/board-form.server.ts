import { redirect } from '@remix-run/node';

import { type EditorialUpload, EditorialUploadSchema } from '@domain/api/editorial';
import type { ExpertProfile } from '@domain/board/profiles';
import { isMotorTest } from '@domain/motor-tests';
import { UploadIdSchema } from '@domain/upload-id';

import { requireExpert } from '~/auth/guards';
import { type DraftableForm, openForm } from '~/drafts/draftable-form.server';
import { admitForm } from '~/drafts/post-draft.server';
import { noteInWords, panelInWords, profileInWords } from '~/forms/board-words';
import { type Entries, entryValue, entryValues, type FormEntries } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readProfile } from '~/repository-client/board';
import { readSubmission } from '~/repository-client/editorial';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';

import { meaningOfNote } from './note-form.server';

/** A form of the screen of the panels. `name` tells its forms apart. Only a form sent after the end of a session is kept. */
export function panelForm(context: LoadContext, id: string, name: string): DraftableForm {
  return {
    kind: 'board',
    object: `${id}/${name}`,
    page: paths.editorialPanels(id),
    isInOneWindow: true,
    inWords: (entries) => panelInWords(translate(context.language), entries),
  };
}

/** The form of a note about a submission. */
export function boardNoteForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'board',
    object: `${id}/note`,
    page: paths.editorialNotes(id),
    saved: async () => ({ entries: [], tag: '' }),
    meaningOf: async (entries) => meaningOfNote(entries),
    inWords: (entries) => noteInWords(translate(context.language), entries),
  };
}

/** The form that consents to a correction of metadata, or declines it. Only one sent after the end of a session is kept. */
export function judgementForm(id: string): DraftableForm {
  return { kind: 'board', object: `${id}/correction`, page: paths.editorialCorrection(id), isInOneWindow: true };
}

/** The form of the profile of a member of the board. */
export function profileForm(context: LoadContext): DraftableForm {
  return {
    kind: 'board',
    object: 'profile',
    page: paths.editorialProfile(),
    saved: async () => ({ entries: profileEntries(await readProfile(context)), tag: '' }),
    meaningOf: async (entries) => meaningOfProfile(entries),
    inWords: (entries) => profileInWords(translate(context.language), entries),
  };
}

/** A form by its object; null for any other object. */
export function boardFormOf(context: LoadContext, object: string): DraftableForm | null {
  if (object === 'profile') return profileForm(context);
  const [, id, name = ''] = /^([^/]+)\/([\w-]{1,40})$/.exec(object) ?? [];
  if (!UploadIdSchema.safeParse(id).success) return null;
  if (name === 'correction') return judgementForm(id!);
  return name === 'note' ? boardNoteForm(context, id!) : panelForm(context, id!, name);
}

/** The profile as its form holds it. */
export function profileEntries(profile: ExpertProfile): FormEntries {
  const tests = profile.topics.filter(isMotorTest).map((test): [string, string] => ['tests', test]);
  return [
    ['institution', profile.institution],
    ...tests,
    ['words', profile.topics.filter((topic) => !isMotorTest(topic)).join('\n')],
    ['awayFrom', profile.awayFrom ?? ''],
    ['awayUntil', profile.awayUntil ?? ''],
    ['mails', profile.mails],
  ];
}

/** The content of the form of a profile, whatever the order and the spaces. */
export function meaningOfProfile(entries: Entries): string {
  const of = (name: string) => entryValue(entries, name).trim();
  const tests = entryValues(entries, 'tests').sort();
  return JSON.stringify([of('institution'), tests, wordsOf(of('words')), of('awayFrom'), of('awayUntil'), of('mails')]);
}

/** Words of a text area with one in each line. */
export function wordsOf(text: string): string[] {
  return text
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/**
 * Reads a form of the screen of the panels. After the end of the session a form with a reason is kept, and sign-in leads
 * back to it; others are asked for again. `nameOf` returns the name of the form that was sent.
 */
export async function readPanelForm(
  request: Request,
  context: LoadContext,
  id: string,
  nameOf: (entries: FormEntries) => string,
): Promise<FormEntries> {
  return readBoardForm(request, context, (entries) => panelForm(context, id, nameOf(entries)));
}

/** Reads a form of the board with a reason, likewise. */
export async function readBoardForm(
  request: Request,
  context: LoadContext,
  form: DraftableForm | ((entries: FormEntries) => DraftableForm),
): Promise<FormEntries> {
  if (context.user) requireExpert(request, context);
  const entries = await readEntries(request);
  if (!context.user && entryValue(entries, 'reason') === '') requireExpert(request, context);
  await admitForm(context, typeof form === 'function' ? form(entries) : form, entries);
  return entries;
}

/** A text that was sent after the end of the session, and when, for people. */
export interface KeptText {
  entries: FormEntries;
  time: string;
}

/** The kept text of a form; null if there is none. */
export async function keptTextOf(context: LoadContext, form: DraftableForm): Promise<KeptText | null> {
  const { entries, versions } = await openForm(context, form);
  return entries && { entries, time: versions.draft?.time ?? '' };
}

/** Forgets the kept text of a form that was carried out. */
export function forgetText(context: LoadContext, { kind, object }: DraftableForm): Promise<void> {
  return context.drafts.remove(kind, object);
}

/**
 * The submission of a screen of the board, in every status. Redirects experts to the review of their own uploads, and
 * throws the failure page for those who are named in it, and if it is not with the board.
 */
export async function loadReviewed(context: LoadContext, id: string): Promise<EditorialUpload> {
  try {
    return await readSubmission(context, id);
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    if (error.code === 'vote-own-upload') throw redirect(paths.uploadSubmit(id));
    const seen = EditorialUploadSchema.safeParse(error.problem);
    if (error.code === 'voting-locked' && seen.success) return seen.data;
    return orFailurePage(Promise.reject(error));
  }
}
