import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { type ExpertProfile, MailRhythmSchema } from '@domain/board/profiles';
import type { ErrorCode } from '@domain/error-codes';
import { maxValueCharacters } from '@domain/limits';
import { motorTests } from '@domain/motor-tests';

import { requireExpert } from '~/auth/guards';
import { openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySave } from '~/drafts/post-draft.server';
import { entryValues, type FormEntries, readIntent } from '~/forms/form-entries';
import { readForm } from '~/forms/read-form.server';
import type { LoadContext } from '~/load-context';
import { listExperts, readProfile, saveProfile } from '~/repository-client/board';
import { orFailurePage, orNull, type RepositoryError } from '~/repository-client/transport';
import { meaningOfProfile, profileEntries, profileForm, wordsOf } from '~/screens/board-form.server';
import { conflictOf, fieldErrors, type FormReply, messageOf, redisplayForm } from '~/screens/posted-form.server';

import { fieldIdOf, maxWords } from './profile-fields';

/** The form of the profile, with its draft, and the panels of the last 90 days, if they are known. */
export async function loadProfile(context: LoadContext) {
  const saved = profileEntries(await orFailurePage(readProfile(context)));
  const { entries, versions } = await openForm(context, profileForm(context), {
    meaningOf: (draft) => meaningOfProfile(draft ?? saved),
  });
  const experts = await orNull(listExperts(context));
  const load = experts?.find(({ email }) => email === context.user?.email)?.load ?? null;
  return { entries: entries ?? saved, versions, load };
}

const DaySchema = z
  .string()
  .trim()
  .default('')
  .refine((day) => day === '' || z.iso.date().safeParse(day).success, 'board-profile:away.invalid')
  .transform((day) => (day === '' ? null : day));

/** Messages are keys of the locales. */
const ProfileFormSchema = z.object({
  institution: z.string().trim().max(maxValueCharacters, 'board-profile:tooLong').default(''),
  tests: z.array(z.enum(motorTests as [string, ...string[]])),
  words: z
    .string()
    .default('')
    .transform(wordsOf)
    .refine((words) => words.every((word) => word.length <= maxValueCharacters), 'board-profile:tooLong')
    .refine((words) => words.length <= maxWords, 'board-profile:words.tooMany'),
  awayFrom: DaySchema,
  awayUntil: DaySchema,
  mails: MailRhythmSchema.default('each'),
});

const values = { max: maxValueCharacters, count: maxWords };
/** Fields to which refusals of the repository belong. */
const fieldsOfRefusals: Partial<Record<ErrorCode, string>> = { 'absence-reversed': 'awayUntil' };

/** Stores the form as a draft, or saves the profile. Every refusal shows it as it was typed. */
export async function changeProfile(request: Request, context: LoadContext): Promise<Response | FormReply> {
  if (context.user) requireExpert(request, context);
  const form = profileForm(context);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => refuse(context, conflict, entries));
  }
  const submission = await readForm(withLists(entries), ProfileFormSchema);
  if (submission.status !== 'success') {
    return redisplayForm(entries, 400, fieldErrors(context, submission.reply(), fieldIdOf, values));
  }
  const refusal = await trySave(context, form, entries, () => saveProfile(context, profileOf(submission.value)));
  if (refusal) return refuse(context, refusal, entries);
  context.flash.set({ kind: 'success', key: 'board-profile:saved' });
  return redirect(form.page, 303);
}

/** The ticked tests as a list, also if there is only one or none. */
function withLists(entries: FormEntries): FormEntries {
  const tests = entryValues(entries, 'tests').map((test, index): [string, string] => [`tests[${index}]`, test]);
  return [...entries.filter(([name]) => name !== 'tests'), ...tests];
}

function profileOf({ tests, words, ...others }: z.output<typeof ProfileFormSchema>): ExpertProfile {
  return { ...others, topics: [...tests, ...words] };
}

function refuse(context: LoadContext, refusal: RepositoryError, entries: FormEntries): FormReply {
  const field = fieldsOfRefusals[refusal.code];
  const conflict = conflictOf(refusal);
  const fieldId = field ? fieldIdOf(field) : conflict && 'other-version';
  return redisplayForm(entries, refusal.status, [{ message: messageOf(refusal, context), fieldId }], conflict);
}
