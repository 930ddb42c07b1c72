import type { MappingTemplate } from '@domain/api/mapping';

import { listTemplates } from '../store/templates';
import type { Actor, RepositoryContext } from './context';

/** The actor's mapping templates. */
export async function listMappingTemplates(
  actor: Actor,
  { db }: RepositoryContext,
): Promise<MappingTemplate[]> {
  return (await listTemplates(db, actor.subject, 'mapping')) as MappingTemplate[];
}
