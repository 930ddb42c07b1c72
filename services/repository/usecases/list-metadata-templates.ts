import { MetadataTemplatesSchema, type MetadataTemplate } from '@domain/api/metadata';

import type { Queryable } from '../store/database';
import { listTemplates } from '../store/templates';
import type { Actor } from './context';

/** The actor's metadata templates. */
export async function listMetadataTemplates(actor: Actor, { db }: { db: Queryable }): Promise<MetadataTemplate[]> {
  return MetadataTemplatesSchema.parse(await listTemplates(db, actor.subject, 'metadata'));
}
