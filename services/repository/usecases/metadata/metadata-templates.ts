import { type MetadataTemplate, MetadataTemplatesSchema } from '@domain/api/metadata';
import { templateEntries } from '@domain/metadata/entries';

import type { ExpectedTags } from '../../content-tag';
import type { Actor, RepositoryContext } from '../../context/context';
import { charactersPerEntry, saveInTurn } from '../../context/large-requests';
import { requireSpaceForText, type TextSize } from '../../receiving/storage-room';
import type { Queryable } from '../../store/database';
import { listTemplates, saveTemplates } from '../../store/templates';

/** The actor's metadata templates. */
export async function listMetadataTemplates(actor: Actor, { db }: { db: Queryable }): Promise<MetadataTemplate[]> {
  return MetadataTemplatesSchema.parse(await listTemplates(db, actor.subject, 'metadata'));
}

/**
 * Saves the actor's whole list of metadata templates, without their titles. Of two with the same name
 * the later one counts; one without entries is deleted. Refuses with 'too-many-templates', and with 'saved-elsewhere' when the list has none of
 * the tags `expected` and another content than the input. Refuses like `requireSpaceForText`. `confirm` is asked again before a long list is
 * saved (`saveInTurn`). Returns the list as saved.
 */
export async function saveMetadataTemplates(
  actor: Actor,
  repository: RepositoryContext,
  list: MetadataTemplate[],
  { expected = null, confirm }: { expected?: ExpectedTags; confirm: () => Promise<void> },
): Promise<MetadataTemplate[]> {
  const byName = new Map(list.map(({ name, entries }) => [name, { name, entries: templateEntries(entries) }]));
  const saved = [...byName.values()].filter(({ entries }) => entries.length > 0);
  const requireSpace = (text: TextSize) => requireSpaceForText(repository, text);
  const entries = saved.reduce((sum, template) => sum + template.entries.length, 0);
  await saveInTurn({ account: actor.subject, confirm }, entries * charactersPerEntry, () =>
    saveTemplates(repository.db, { owner: actor.subject, kind: 'metadata', list: saved, expected, requireSpace }),
  );
  return saved;
}
