import { data } from '@remix-run/node';

import type { MetadataFault } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';

import type { FormEntries } from '~/auth/draft-store';
import type { FormError } from '~/forms/error-summary';
import { withoutIntent, type KeptForm } from './posted-form.server';

/** The form once more, as typed or with a value more or less. */
export function showMetadata(
  entries: FormEntries,
  more: { status?: number; errors?: FormError[]; faults?: MetadataFault[]; focus?: string | null },
) {
  const errors: FormError[] = more.errors ?? [];
  const faults: MetadataFault[] | null = more.faults ?? null;
  const hasErrors = errors.length > 0 || faults !== null;
  const answer = { hasErrors, errors, faults, entries: withoutIntent(entries), focus: more.focus ?? null };
  return data(answer, { status: more.status ?? 200 });
}
export type MetadataAgain = ReturnType<typeof showMetadata>;

/** A posted metadata form with what it is about. */
export interface PostedMetadata {
  id: string;
  fields: FormField[];
  kept: KeptForm;
  entries: FormEntries;
}
