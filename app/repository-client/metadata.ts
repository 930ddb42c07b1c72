import { z } from 'zod';

import {
  type DataFacts,
  DataFactsSchema,
  type FieldValue,
  FieldValueSchema,
  type MetadataError,
  MetadataErrorSchema,
  type MetadataTemplate,
  MetadataTemplatesSchema,
  type SavedStudy,
  SchemaFieldSchema,
  type StudyMetadata,
  StudyMetadataSchema,
  type StudyUpload,
  StudyUploadSchema,
} from '@domain/api/metadata';
import type { Language } from '@domain/language';
import { type FormField, readSchema } from '@domain/metadata/directives';

import { putTemplate } from './put-template';
import { call, callForJson, segments, type ClientContext, type RepositoryTransport } from './transport';

/** The fields change with the list of languages, which is read once a day. */
const keptMs = 60_000;

interface KeptFields {
  at: number;
  fields: Promise<readonly FormField[]>;
}

/** What was read last from a repository, by language. */
const kept = new WeakMap<RepositoryTransport, Map<Language, KeptFields>>();

/**
 * Fields of the metadata form in the user's language. Every page of the form has them, so they are read and prepared once
 * a minute. They belong to all requests: nobody may change them.
 */
export function readMetadataFields(context: ClientContext): Promise<readonly FormField[]> {
  const { language, repository } = context;
  const here = kept.get(repository) ?? new Map<Language, KeptFields>();
  kept.set(repository, here);
  const known = here.get(language);
  if (known && performance.now() - known.at < keptMs) return known.fields;
  const query = { lang: language };
  // Not as the user who comes first, so that only an outage refuses it to all who wait for it.
  const anybody = { ...context, accessToken: null };
  const fields = callForJson(anybody, z.array(SchemaFieldSchema), '/metadata/schema', { query }).then(readSchema);
  const entry = { at: performance.now(), fields };
  here.set(language, entry);
  fields.catch(() => here.get(language) === entry && here.delete(language));
  return fields;
}

/** What the data of an upload say about the study. */
export function readDataFacts(context: ClientContext, id: string): Promise<DataFacts> {
  return callForJson(context, DataFactsSchema, `/metadata${segments(id)}/data-facts`);
}

/** Metadata of the study an upload belongs to; an empty list while none are saved. */
export function readMetadata(context: ClientContext, id: string): Promise<StudyMetadata> {
  return callForJson(context, StudyMetadataSchema, `/metadata${segments(id)}`);
}

/** The same with its ETag, for a later save; '' if the repository gives none. */
export async function readTaggedMetadata(
  context: ClientContext,
  id: string,
): Promise<{ study: StudyMetadata; tag: string }> {
  const response = await call(context, `/metadata${segments(id)}`);
  const study = StudyMetadataSchema.parse(await response.json());
  return { study, tag: response.headers.get('ETag') ?? '' };
}

/**
 * Saves metadata. Throws 400 'metadata-invalid' or 409 'title-taken' with the `errors`, and 412 'saved-elsewhere' if
 * the saved metadata has another ETag than `tag`. With '' it is saved in any case.
 */
export async function saveMetadata(context: ClientContext, study: SavedStudy, tag: string): Promise<void> {
  const headers: Record<string, string> = tag === '' ? {} : { 'If-Match': tag };
  await call(context, '/metadata', { method: 'POST', json: study, headers });
}

/** The user's other uploads that share the metadata of one, or may. */
export function listStudyUploads(context: ClientContext, id: string): Promise<StudyUpload[]> {
  return callForJson(context, z.array(StudyUploadSchema), `/metadata${segments(id)}/uploads`);
}

/** Declares the codes of missing values in a file, also before its metadata can be entered. */
export async function declareMissingCodes(context: ClientContext, id: string, codes: readonly string[]): Promise<void> {
  await call(context, `/metadata${segments(id)}/missing-codes`, { method: 'PUT', json: codes });
}

/** Checks the title while metadata is being entered. Throws 409 'title-taken' if it is in use. */
export async function validateTitle(context: ClientContext, study: StudyMetadata): Promise<void> {
  await call(context, '/metadata/validate', { method: 'POST', json: study });
}

/** Values of a field in published data sets, with a word that begins as typed. Throws 404 for other fields. */
export function listFieldValues(context: ClientContext, field: string, typed: string): Promise<FieldValue[]> {
  return callForJson(context, z.array(FieldValueSchema), `/metadata/values${segments(field)}`, { query: { q: typed } });
}

/** The errors in the problem details of a metadata call. */
export function errorsOf(problem: Record<string, unknown>): MetadataError[] {
  const errors = z.array(MetadataErrorSchema).safeParse(problem.errors);
  return errors.success ? errors.data : [];
}

export function listMetadataTemplates(context: ClientContext): Promise<MetadataTemplate[]> {
  return callForJson(context, MetadataTemplatesSchema, '/metadata/templates');
}

/** Saves a template of the user, or deletes it if it is empty. Returns whether there was one with this name. */
export function putMetadataTemplate(context: ClientContext, template: MetadataTemplate): Promise<boolean> {
  return putTemplate(context, { path: '/metadata/templates', schema: MetadataTemplatesSchema }, template);
}
