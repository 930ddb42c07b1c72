import { redirect } from '@remix-run/node';

import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import { joinMissingCodes } from '~/components/mapping-grid/mapping-form';
import { storeChanges } from '~/drafts/store-draft.server';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { readMetadata } from '~/repository-client/metadata';
import { showRefusal, type FormReply } from './posted-form.server';
import type { PostedMapping } from './save-mapping.server';

/** Stores the draft of the form if something was typed, and redirects to `page`. */
export async function turnMappingPage(
  context: LoadContext,
  posted: PostedMapping,
  page: string,
): Promise<Response | FormReply> {
  const { kept, entries } = posted;
  const conflict = await storeChanges(context, kept, entries);
  return conflict ? showRefusal(context, conflict, entries) : redirect(page, 303);
}

/** The codes of missing values that are declared for an upload, as the form shows them. */
export async function storedMissingCodes(context: LoadContext, id: string): Promise<string> {
  const { metadata } = await orFailurePage(readMetadata(context, id));
  return joinMissingCodes(valuesOf(metadata, fieldIds.missingCodes));
}
