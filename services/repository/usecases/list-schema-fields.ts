import type { SchemaField } from '@domain/api/metadata';
import type { Language } from '@domain/language';
import { valuesOf } from '@domain/metadata/entries';

import { schemaFields } from '../metadata/schema';
import type { Actor, RepositoryContext } from './context';
import { findStudy } from './find-study';

/** The metadata schema in a language with the saved values of an upload's study; one blank value where none is. */
export async function listSchemaFields(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<SchemaField[]> {
  const { metadata } = await findStudy(actor, repository, id);
  return schemaFields(language).map((field) => {
    const saved = valuesOf(metadata, field.id).map((value) => ({ value, type: '', error: '' }));
    return saved.length > 0 ? { ...field, values: saved } : field;
  });
}
