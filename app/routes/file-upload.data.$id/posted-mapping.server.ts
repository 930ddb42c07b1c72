import { redirect } from '@remix-run/node';

import type { UploadState } from '@domain/api/uploads';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { storeChanges } from '~/drafts/store-draft.server';
import type { FormEntries } from '~/forms/form-entries';
import { joinMissingCodes } from '~/forms/mapping-form';
import type { LoadContext } from '~/load-context';
import { readMetadata } from '~/repository-client/metadata';
import { orFailurePage } from '~/repository-client/transport';

import { type FormReply, showRefusal } from '~/screens/posted-form.server';

/** A posted mapping form with its upload and table. */
export interface PostedMapping {
  upload: UploadState;
  table: { name: string; columnNames: string[] };
  kept: DraftableForm;
  entries: FormEntries;
}

/** Stores the draft of the form if something was typed, and shows another page of it. */
export async function turnMappingPage(
  context: LoadContext,
  posted: PostedMapping,
  page: string,
): Promise<Response | FormReply> {
  const { kept, entries } = posted;
  const conflict = await storeChanges(context, kept, entries);
  return conflict ? showRefusal(context, conflict, entries) : redirect(page, 303);
}

/** The saved missing-value codes of an upload, as the form shows them. */
export async function storedMissingCodes(context: LoadContext, id: string): Promise<string> {
  const { metadata } = await orFailurePage(readMetadata(context, id));
  return joinMissingCodes(valuesOf(metadata, fieldIds.missingCodes));
}
