import { data } from '@remix-run/node';

import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import { type DraftableForm, withoutIntent } from '~/drafts/draftable-form.server';
import type { ShownConflict } from '~/drafts/form-snapshot';
import { storeDraft } from '~/drafts/store-draft.server';
import type { FormError } from '~/forms/error-summary';
import type { FormEntries } from '~/forms/form-entries';
import { changeForm, type FormVerb } from '~/forms/metadata/change-form';
import type { LoadContext } from '~/load-context';
import type { ShownLookup } from '~/components/metadata-form/lookup-part';
import { errorsOf } from '~/repository-client/metadata';
import type { RepositoryError } from '~/repository-client/transport';

import { conflictOf, errorOf } from './posted-form.server';

/** The metadata form again, as typed or changed by one of its buttons. */
export function showMetadata(
  entries: FormEntries,
  more: {
    status?: number;
    errors?: FormError[];
    fieldErrors?: MetadataError[];
    focus?: string | null;
    conflict?: ShownConflict | null;
    lookup?: ShownLookup | null;
  },
) {
  const errors: FormError[] = more.errors ?? [];
  const fieldErrors: MetadataError[] | null = more.fieldErrors ?? null;
  const hasErrors = errors.length > 0 || fieldErrors !== null;
  const { focus = null, conflict = null, lookup = null, status = 200 } = more;
  const shown = withoutIntent(entries);
  return data({ hasErrors, errors, fieldErrors, entries: shown, focus, conflict, lookup }, { status });
}
export type MetadataFormReply = ReturnType<typeof showMetadata>;

/** The metadata form again as typed, because a request was refused. */
export function showRefusedMetadata(
  context: LoadContext,
  refusal: RepositoryError,
  entries: FormEntries,
): MetadataFormReply {
  const { status } = refusal;
  const fieldErrors = errorsOf(refusal.problem);
  if (fieldErrors.length > 0) return showMetadata(entries, { status, fieldErrors });
  return showMetadata(entries, { status, errors: [errorOf(refusal, context)], conflict: conflictOf(refusal) });
}

/** A posted metadata form with its upload and fields. */
export interface PostedMetadata {
  id: string;
  fields: readonly FormField[];
  form: DraftableForm;
  entries: FormEntries;
}

/**
 * Changes the form by 'Add', 'Remove', 'Undo' or 'Confirm', without checking or saving it. It is stored as a draft. If
 * another window was first, the user is asked at the next save.
 */
export async function changeMetadata(
  context: LoadContext,
  { fields, form, entries }: PostedMetadata,
  verb: FormVerb,
  argument: string,
): Promise<MetadataFormReply> {
  const changed = changeForm(fields, entries, verb, argument);
  await storeDraft(context, form, changed.entries);
  return showMetadata(changed.entries, { focus: changed.focus });
}
