import {
  type FieldValue,
  maxStudyUploads,
  type SchemaField,
  type StudyMetadata,
  type StudyUpload,
} from '@domain/api/metadata';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { maxOfferedValues } from '@domain/limits';
import { localDay } from '@domain/local-time';
import { firstValueOf, valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { isBlankText } from '@domain/metadata/storage-forms';
import { describedIn } from '@domain/metadata/text-language';
import { titleError, titleKeyOf, validateField } from '@domain/metadata/validate';
import { foldText } from '@domain/search/fold';
import { formatUploadId } from '@domain/upload-id';
import { statusRules } from '@domain/upload-status';
import { canStart } from '@domain/workflow-steps';

import { findAllowedUpload, listStudyUploadsFor } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { formFields, schemaFields } from '../../metadata/schema';
import { offeredFields, offeredValues } from '../../search/offered-values';
import { isStudyCandidate, isTitleTaken } from '../../store/studies';
import { listProgressOf, type UploadProgress } from '../../store/upload-progress';

/**
 * Metadata of the study that an upload belongs to, and the uploads that share it. If the upload is editable, only the
 * editable ones are listed, because these are saved together.
 */
export async function findStudy(actor: Actor, { db }: RepositoryContext, id: string): Promise<StudyMetadata> {
  const progress = await findAllowedUpload('findStudy', actor, db, id);
  const { upload, study } = progress;
  const { editable } = statusRules[upload.status];
  const members = await listStudyUploadsFor(actor, db, progress);
  return {
    id: members
      .filter(({ status }) => statusRules[status].editable === editable)
      .map(({ number, kind }) => formatUploadId(number, kind)),
    metadata: study.metadata,
  };
}

/** Metadata schema with the saved values of an upload's study, or one blank value per field without any. */
export async function listSchemaFields(
  actor: Actor,
  { db }: RepositoryContext,
  id: string,
  language: Language,
): Promise<SchemaField[]> {
  const { study } = await findAllowedUpload('listSchemaFields', actor, db, id);
  return schemaFields(language).map((field) => {
    const saved = valuesOf(study.metadata, field.id).map((value) => ({ value, type: '', error: '' }));
    return saved.length > 0 ? { ...field, values: saved } : field;
  });
}

/**
 * The owner's other uploads that share the metadata of an upload or could share it, as far as the actor shares them,
 * newest first. Those that could are not submitted. Lists at most as many as a study may have.
 */
export async function listSharingUploads(
  actor: Actor,
  { db, settings }: RepositoryContext,
  id: string,
): Promise<StudyUpload[]> {
  const { upload, study } = await findAllowedUpload('listSharingUploads', actor, db, id);
  const which = isStudyCandidate(db, actor.subject, upload, maxStudyUploads - 1);
  const sharesIt = (other: UploadProgress) => other.study.id === study.id;
  const found = (await listProgressOf(db, which)).sort(
    (a, b) => Number(sharesIt(b)) - Number(sharesIt(a)) || b.upload.number - a.upload.number,
  );
  return found.map(({ flags, file, ...other }) => {
    const shares = other.study.id === study.id;
    return {
      id: formatUploadId(other.upload.number, other.upload.kind),
      kind: other.upload.kind,
      fileName: file.name,
      date: localDay(other.upload.createdAt, settings.timeZone),
      shares,
      isSubmitted: flags.submitted,
      blocker: canStart('metadata', flags) ? null : flags.mapped ? 'not-checked' : 'not-mapped',
      title: shares || other.study.savedAt === null ? null : other.study.title,
      titleLanguage: describedIn(other.study.metadata),
    };
  });
}

/**
 * Values of a metadata field in published data sets that contain a word starting with `typed`, most used first.
 * Refuses with 'not-found' for fields whose values the schema does not offer.
 */
export async function listFieldValues(
  _actor: Actor,
  { db, now }: RepositoryContext,
  { field, typed }: { field: number; typed: string },
): Promise<FieldValue[]> {
  if (!offeredFields.includes(field)) throw new Refusal('not-found');
  const start = ` ${foldText(typed)}`;
  const found: FieldValue[] = [];
  for (const { value, words, count } of (await offeredValues(db, now())).get(field) ?? []) {
    if (!words.includes(start)) continue;
    found.push({ value, count });
    if (found.length === maxOfferedValues) break;
  }
  return found;
}

/**
 * Checks only the title, while the rest of the form may be empty, also of an accepted data set that is corrected.
 * Refuses with 'metadata-invalid' if it is missing or too long, and with 'title-taken' if another study has it.
 */
export async function validateTitle(actor: Actor, { db }: RepositoryContext, input: StudyMetadata): Promise<void> {
  const uploads = await Promise.all(input.id.map((id) => findAllowedUpload('validateTitle', actor, db, id)));
  const title = firstValueOf(input.metadata, fieldIds.title);
  const field = formFields('en').find(({ id }) => id === fieldIds.title);
  const errors = field ? validateField(field, input.metadata) : [];
  if (isBlankText(title)) errors.push(titleError('required'));
  if (errors.length > 0) throw new Refusal('metadata-invalid', {}, { errors: errors });
  const own = uploads.map(({ study }) => study.id);
  if (await isTitleTaken(db, titleKeyOf(title), own)) {
    throw new Refusal('title-taken', {}, { errors: [titleError('title-taken')] });
  }
}
