import type { MappingTemplate } from '@domain/api/mapping';
import { Refusal } from '@domain/error-codes';

import type { ExpectedTags } from '../../content-tag';
import type { Actor, RepositoryContext } from '../../context/context';
import { charactersPerEntry, saveInTurn } from '../../context/large-requests';
import { requireSpaceForText, type TextSize } from '../../receiving/storage-room';
import type { Queryable } from '../../store/database';
import { listTemplates, saveTemplates } from '../../store/templates';

/** The actor's mapping templates. */
export async function listMappingTemplates(actor: Actor, { db }: { db: Queryable }): Promise<MappingTemplate[]> {
  return (await listTemplates(db, actor.subject, 'mapping')) as MappingTemplate[];
}

/**
 * Saves the actor's whole list of mapping templates. Of two with the same name the later one counts; one
 * without entries is deleted. Refuses with 'template-name-missing', 'too-many-templates', and with 'saved-elsewhere' when the list has
 * none of the tags `expected` and another content than the input. Refuses like `requireSpaceForText`. `confirm` is asked again before a long list is
 * saved (`saveInTurn`). Returns the list as saved.
 */
export async function saveMappingTemplates(
  actor: Actor,
  repository: RepositoryContext,
  list: MappingTemplate[],
  { expected = null, confirm }: { expected?: ExpectedTags; confirm: () => Promise<void> },
): Promise<MappingTemplate[]> {
  const byName = new Map<string, MappingTemplate>();
  for (const template of list) {
    if (template.name === '') throw new Refusal('template-name-missing');
    byName.set(template.name, template);
  }
  const saved = [...byName.values()].filter(({ entries }) => entries.length > 0);
  const requireSpace = (text: TextSize) => requireSpaceForText(repository, text);
  const entries = saved.reduce((sum, template) => sum + template.entries.length, 0);
  await saveInTurn({ account: actor.subject, confirm }, entries * charactersPerEntry, () =>
    saveTemplates(repository.db, { owner: actor.subject, kind: 'mapping', list: saved, expected, requireSpace }),
  );
  return saved;
}
