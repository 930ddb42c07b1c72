import type { MetadataTemplate } from '@domain/api/metadata';
import { templateEntries } from '@domain/metadata/entries';

import { contentTag } from '../content-tag';
import { lockTemplates, replaceTemplates } from '../store/templates';
import type { Actor, RepositoryContext } from './context';
import { listMetadataTemplates } from './list-metadata-templates';
import { refuseOverwriting, type ExpectedTags } from './refuse-overwriting';

/**
 * Saves the actor's whole list of metadata templates, without their titles. Of two with the same name
 * the later one counts; one without entries is deleted. Refuses with 'saved-elsewhere' when the list has none of
 * the tags `expected` and another content than the input. Returns the list as saved.
 */
export async function saveMetadataTemplates(
  actor: Actor,
  { db }: RepositoryContext,
  list: MetadataTemplate[],
  expected: ExpectedTags = null,
): Promise<MetadataTemplate[]> {
  const byName = new Map(
    list.map(({ name, entries }) => [name, { name, entries: templateEntries(entries) }]),
  );
  const saved = [...byName.values()].filter(({ entries }) => entries.length > 0);
  await db.transaction(async (tx) => {
    await lockTemplates(tx, actor.subject);
    const former = contentTag(await listMetadataTemplates(actor, { db: tx }));
    if (former !== contentTag(saved)) refuseOverwriting(former, expected);
    await replaceTemplates(tx, actor.subject, 'metadata', saved);
  });
  return saved;
}
