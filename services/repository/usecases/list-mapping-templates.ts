import type { MappingTemplate } from '@domain/api/mapping';

import type { Queryable } from '../store/database';
import { listTemplates } from '../store/templates';
import type { Actor } from './context';

/** The actor's mapping templates. */
export async function listMappingTemplates(actor: Actor, { db }: { db: Queryable }): Promise<MappingTemplate[]> {
  return (await listTemplates(db, actor.subject, 'mapping')) as MappingTemplate[];
}
