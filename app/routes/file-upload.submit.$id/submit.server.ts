import { data, redirect } from '@remix-run/node';
import { z } from 'zod';

import type { UploadReview } from '@domain/api/reviews';
import type { SubmitOrder } from '@domain/api/submission';
import type { UploadState } from '@domain/api/uploads';
import type { ErrorCode } from '@domain/error-codes';
import { statusRules } from '@domain/upload-status';
import { openForm } from '~/drafts/draftable-form.server';
import type { FormVersions, ShownConflict } from '~/drafts/form-snapshot';
import { readDraftableForm, saveDraft, trySave } from '~/drafts/post-draft.server';
import type { FormError } from '~/forms/error-summary';
import { type Entries, entryValue, entryValues, type FormEntries, readIntent } from '~/forms/form-entries';
import { readValidForm } from '~/forms/read-form.server';
import { newsFieldId, newsIn, personsFieldId, tickedIn, versionField } from '~/forms/submit-fields';
import { formatDateTime } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readMetadata, readMetadataFields } from '~/repository-client/metadata';
import { readOwnHistory, readReview, readSubmission, submitUpload } from '~/repository-client/submission';
import { attempt, orFailurePage, type RepositoryError } from '~/repository-client/transport';

import { meaningOfNews, newsEntries, newsForm } from '~/screens/news-form.server';
import { conflictOf, errorOf, messageOf } from '~/screens/posted-form.server';

/**
 * Data of the submit screen. The version is read first, so that changes made since then make the submission outdated.
 */
export async function loadSubmit(context: LoadContext, upload: UploadState) {
  const submission = await orFailurePage(readSubmission(context, upload.id));
  const [fields, study] = await orFailurePage(
    Promise.all([readMetadataFields(context), readMetadata(context, upload.id)]),
  );
  const unsaved = upload.flags.submitted ? [] : await findUnsaved(context, upload);
  return { upload, submission, fields, metadata: study.metadata, unsaved };
}

/** Drafts of the upload, which are not submitted, with the pages that show them. */
async function findUnsaved(context: LoadContext, { id, tables }: UploadState) {
  const forms = [
    ...tables.flatMap(({ name }) => [
      { form: 'mapping' as const, object: `${id}/${name}`, page: paths.uploadData(id, name) },
      { form: 'comments' as const, object: `${id}/${name}`, page: paths.uploadCheck(id, name) },
    ]),
    { form: 'metadata' as const, object: id, page: paths.uploadMeta(id) },
  ];
  const found = await Promise.all(
    forms.map(async ({ form, object, page }) => {
      const { draft } = await context.drafts.look(form, object);
      const time = draft && formatDateTime(draft.savedAt, context.language, context.timeZone);
      return time ? [{ form, page, time }] : [];
    }),
  );
  return found.flat();
}

export type SubmitData = Awaited<ReturnType<typeof loadSubmit>>;

/** The form of a new version, with what was typed or is stored; null for other uploads and what cannot be submitted. */
export async function loadNews(context: LoadContext, { upload, submission }: SubmitData): Promise<LoadedNews | null> {
  const { newVersion, missing } = submission;
  if (!newVersion || upload.status !== 'Uploaded' || missing.length > 0) return null;
  const saved = newsEntries(newVersion.news);
  const { entries, versions } = await openForm(context, newsForm(context, upload.id), {
    meaningOf: (draft) => meaningOfNews(draft ?? saved),
  });
  const shown = entries ?? saved;
  return { typed: newsIn(shown), also: entries ? tickedIn(entryValues(entries, 'also')) : null, versions };
}

export interface LoadedNews {
  typed: string;
  /** Ticks of a draft; null without one. */
  also: string[] | null;
  versions: FormVersions;
}

/** Whether a posted form is that of a new version, by its address. */
export function isAboutNews(request: Request): boolean {
  return new URL(request.url).searchParams.has('news');
}

/** Stores what is new in a version as a draft, or submits the version. Every refusal shows the form as it was typed. */
export async function submitVersion(
  request: Request,
  context: LoadContext,
  id: string,
): Promise<Response | SubmitReply> {
  const form = newsForm(context, id);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => refuseVersion(context, conflict, entries));
  }
  const order = await readSubmitForm(entries);
  const also = order.withUploads.map((other) => other.id);
  const refusal = await trySave(context, form, entries, () =>
    submitUpload(context, id, { ...order, news: newsIn(entries) }),
  );
  if (refusal && !(await isSubmitted(context, id, refusal))) return refuseVersion(context, refusal, entries);
  if (!refusal) for (const one of [id, ...also]) await context.drafts.closeUpload(one);
  return redirect(paths.uploadSubmit(id), 303);
}

function refuseVersion(context: LoadContext, refusal: RepositoryError, entries: FormEntries): SubmitReply {
  const { status, code } = refusal;
  const fieldId = submitFieldOf(code);
  const error = fieldId ? { message: messageOf(refusal, context), fieldId } : errorOf(refusal, context);
  // Two questions at once are answered at once.
  const missing = { message: translate(context.language)('errors:news-missing'), fieldId: newsFieldId };
  const errors = code === 'persons-differ' && newsIn(entries).trim() === '' ? [error, missing] : [error];
  const also = tickedIn(entryValues(entries, 'also'));
  return showSubmit({ status, errors, also, entries, conflict: conflictOf(refusal) });
}

/** Id of the field to which a refusal belongs, if it does to one. */
export function submitFieldOf(code: ErrorCode): string | null {
  if (code === 'persons-differ') return personsFieldId;
  return code === 'news-missing' || code === 'news-too-long' ? newsFieldId : null;
}

const SubmitSchema = z.object({
  version: z.string().default(''),
  also: z.array(z.string()),
  persons: z.literal('on').optional().catch(undefined),
});

/** What the form sends; `news` only for a new version. */
export type SubmitForm = SubmitOrder & Required<Omit<SubmitOrder, 'news'>>;

/** Reads the version of the upload that was shown, and the ticked uploads with theirs. */
export async function readSubmitForm(entries: FormEntries): Promise<SubmitForm> {
  const { version, also, persons } = await readValidForm(entries, SubmitSchema);
  const versionOf = (id: string) => entryValue(entries, versionField(id));
  const personsConfirmed = persons === 'on';
  return { version, personsConfirmed, withUploads: tickedIn(also).map((id) => ({ id, version: versionOf(id) })) };
}

/**
 * Submits what the page showed. If the upload was submitted by an earlier press of the button, that counts as done. In
 * any other case the page is shown again in its present state, with the reason.
 */
export async function submitForm(context: LoadContext, id: string, order: SubmitForm): Promise<Response | SubmitReply> {
  const also = order.withUploads.map((other) => other.id);
  const refusal = await attempt(() => submitUpload(context, id, order));
  if (refusal === null) {
    // Drafts were not submitted. They can be restored after a withdrawal.
    for (const one of [id, ...also]) await context.drafts.closeUpload(one);
  }
  if (refusal === null || (await isSubmitted(context, id, refusal))) {
    return redirect(paths.uploadSubmit(id), 303);
  }
  if (also.length > 0 && ofOthers.includes(refusal.code)) {
    const message = translate(context.language)('errors:review-outdated');
    return showSubmit({ errors: [{ message, fieldId: null }], also, status: 409 });
  }
  const fieldId = submitFieldOf(refusal.code);
  return showSubmit({ errors: [{ message: messageOf(refusal, context), fieldId }], also, status: refusal.status });
}

/** Refusals because a ticked upload was submitted, deleted or taken out of the study since the page was rendered. */
const ofOthers: ErrorCode[] = ['already-submitted', 'not-found', 'bad-request'];

/** Whether the upload is submitted already. The refusal may be about another one of several uploads. */
async function isSubmitted(context: LoadContext, id: string, { code }: RepositoryError): Promise<boolean> {
  if (code !== 'already-submitted') return false;
  const { status } = await orFailurePage(readReview(context, id));
  return !statusRules[status].editable;
}

/** Address of the page with the ticks of a form. */
export function tickedAddress(id: string, { withUploads }: SubmitForm): string {
  const ticks = withUploads.map((other) => ['also', other.id]);
  return ticks.length === 0 ? paths.uploadSubmit(id) : `${paths.uploadSubmit(id)}?${new URLSearchParams(ticks)}`;
}

/** The page again with the same ticks, and with the answers to requested changes as they were typed. */
export function showSubmit({
  status,
  errors,
  also,
  entries = null,
  conflict = null,
}: {
  status: number;
  errors: FormError[];
  also: string[];
  entries?: Entries | null;
  conflict?: ShownConflict | null;
}) {
  return data({ hasErrors: true, errors, also, entries, conflict }, { status });
}
export type SubmitReply = ReturnType<typeof showSubmit>;

/** State of the review of an upload; null if it was never submitted. */
export async function loadReview(context: LoadContext, { id, status }: UploadState): Promise<UploadReview | null> {
  if (status !== 'Uploaded') return orFailurePage(readReview(context, id));
  const history = await orFailurePage(readOwnHistory(context, id));
  return history.length > 0 ? orFailurePage(readReview(context, id)) : null;
}
