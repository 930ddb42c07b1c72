import { MetadataTemplatesSchema, type MetadataTemplate } from '@domain/api/metadata';

import { listTemplates } from '../store/templates';
import type { Actor, RepositoryContext } from './context';

/** The actor's metadata templates. */
export async function listMetadataTemplates(
  actor: Actor,
  { db }: RepositoryContext,
): Promise<MetadataTemplate[]> {
  return MetadataTemplatesSchema.parse(await listTemplates(db, actor.subject, 'metadata'));
}
