import { redirect } from '@remix-run/node';

import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import {
  choicesOf,
  joinMissingCodes,
  readChoices,
  readMissingCodes,
  sameMissingCodes,
} from '~/components/mapping-grid/mapping-form';
import { postedReading, readingValues, sameReading } from '~/components/reading/reading-form';
import { entryValue } from '~/forms/form-entries';
import { readOpened } from '~/forms/opened-form';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { readMapping } from '~/repository-client/mapping';
import { readMetadata } from '~/repository-client/metadata';
import { findReading } from '~/repository-client/readings';
import { keepDraft, showRefusal, type FormAgain } from './posted-form.server';
import type { PostedMapping } from './save-mapping.server';

/** Keeps what the form holds as a draft, unless all of it is saved, and shows another page of it. */
export async function turnMappingPage(
  context: LoadContext,
  posted: PostedMapping,
  page: string,
): Promise<Response | FormAgain> {
  const { kept, entries } = posted;
  if (await isSaved(context, posted)) {
    await context.drafts.drop(kept.form, kept.object, readOpened(entries));
    return redirect(page, 303);
  }
  const conflict = await keepDraft(context, kept, entries);
  return conflict ? showRefusal(context, conflict, entries) : redirect(page, 303);
}

/** The codes of missing values that are declared for an upload, as the form shows them. */
export async function storedMissingCodes(context: LoadContext, id: string): Promise<string> {
  const { metadata } = await orFailurePage(readMetadata(context, id));
  return joinMissingCodes(valuesOf(metadata, fieldIds.missingCodes));
}

async function isSaved(context: LoadContext, { upload, table, entries }: PostedMapping): Promise<boolean> {
  if (entryValue(entries, 'templateName') !== '' || entryValue(entries, 'template') !== '') return false;
  const { id, kind } = upload;
  const [mapping, codes, reading] = await Promise.all([
    orFailurePage(readMapping(context, { kind, id, table: table.name })),
    storedMissingCodes(context, id),
    orFailurePage(findReading(context, id)),
  ]);
  const stored = choicesOf(mapping);
  const typed = readChoices(entries, table.columnNames);
  const chosen = postedReading(entries);
  return (
    typed.size === stored.size &&
    [...typed].every(([source, value]) => stored.get(source) === value) &&
    sameMissingCodes(readMissingCodes(entries) ?? codes, codes) &&
    (chosen === null || sameReading(chosen, readingValues(reading.choices, table.name)))
  );
}
