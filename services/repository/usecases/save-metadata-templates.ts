import type { MetadataTemplate } from '@domain/api/metadata';
import { templateEntries } from '@domain/metadata/entries';

import { replaceTemplates } from '../store/templates';
import type { Actor, RepositoryContext } from './context';

/**
 * Saves the actor's whole list of metadata templates, without their titles. Of two with the same name
 * the later one counts; one without entries is deleted. Returns the list as saved.
 */
export async function saveMetadataTemplates(
  actor: Actor,
  { db }: RepositoryContext,
  list: MetadataTemplate[],
): Promise<MetadataTemplate[]> {
  const byName = new Map(
    list.map(({ name, entries }) => [name, { name, entries: templateEntries(entries) }]),
  );
  const saved = [...byName.values()].filter(({ entries }) => entries.length > 0);
  await db.transaction((tx) => replaceTemplates(tx, actor.subject, 'metadata', saved));
  return saved;
}
