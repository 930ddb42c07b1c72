import type { StudyMetadata } from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { isBlankText } from '@domain/metadata/storage-forms';
import { validateField } from '@domain/metadata/validate';

import { formFields } from '../metadata/schema';
import { isTitleTaken } from '../store/studies';
import type { Actor, RepositoryContext } from './context';
import { findEditableUpload } from './find-source-table';
import { titleFault } from './title-fault';
import { titleKeyOf } from './title-key';

/**
 * Checks the title alone, while the rest of the form may still be empty. Refuses with 'metadata-invalid'
 * when there is none or it is too long, and with 'title-taken' when another study has it.
 */
export async function validateTitle(actor: Actor, { db }: RepositoryContext, input: StudyMetadata): Promise<void> {
  const uploads = await Promise.all(input.id.map((id) => findEditableUpload(actor, db, id)));
  const title = firstValueOf(input.metadata, fieldIds.title);
  const field = formFields('en').find(({ id }) => id === fieldIds.title);
  const faults = field ? validateField(field, input.metadata) : [];
  if (isBlankText(title)) faults.push(titleFault('required'));
  if (faults.length > 0) throw new Refusal('metadata-invalid', {}, { errors: faults });
  const own = uploads.map(({ study }) => study.id);
  if (await isTitleTaken(db, titleKeyOf(title), own)) {
    throw new Refusal('title-taken', {}, { errors: [titleFault('title-taken')] });
  }
}
