import { data } from '@remix-run/node';

import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';

import { withoutIntent, type DraftableForm } from '~/drafts/draftable-form.server';
import type { ShownConflict } from '~/drafts/form-snapshot';
import type { FormError } from '~/forms/error-summary';
import type { FormEntries } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { errorsOf } from '~/repository-client/metadata';
import type { RepositoryError } from '~/repository-client/transport';
import { conflictOf, errorOf } from './posted-form.server';

/** The form once more, as typed or with a value more or less. */
export function showMetadata(
  entries: FormEntries,
  more: {
    status?: number;
    errors?: FormError[];
    fieldErrors?: MetadataError[];
    focus?: string | null;
    conflict?: ShownConflict | null;
  },
) {
  const errors: FormError[] = more.errors ?? [];
  const fieldErrors: MetadataError[] | null = more.fieldErrors ?? null;
  const hasErrors = errors.length > 0 || fieldErrors !== null;
  const { focus = null, conflict = null, status = 200 } = more;
  return data({ hasErrors, errors, fieldErrors, entries: withoutIntent(entries), focus, conflict }, { status });
}
export type MetadataFormReply = ReturnType<typeof showMetadata>;

/** The form once more, as it was typed, because what it was sent for was refused. */
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

/** A posted metadata form with what it is about. */
export interface PostedMetadata {
  id: string;
  fields: FormField[];
  kept: DraftableForm;
  entries: FormEntries;
}
