import type { MappingTemplate } from '@domain/api/mapping';
import { Refusal } from '@domain/error-codes';

import { replaceTemplates } from '../store/templates';
import type { Actor, RepositoryContext } from './context';

/**
 * Saves the actor's whole list of mapping templates. Of two with the same name the later one counts; one
 * without entries is deleted. Refuses with 'template-name-missing'. Returns the list as saved.
 */
export async function saveMappingTemplates(
  actor: Actor,
  { db }: RepositoryContext,
  list: MappingTemplate[],
): Promise<MappingTemplate[]> {
  const byName = new Map<string, MappingTemplate>();
  for (const template of list) {
    if (template.name === '') throw new Refusal('template-name-missing');
    byName.set(template.name, template);
  }
  const saved = [...byName.values()].filter(({ entries }) => entries.length > 0);
  await db.transaction((tx) => replaceTemplates(tx, actor.subject, 'mapping', saved));
  return saved;
}
