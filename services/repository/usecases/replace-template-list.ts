import { contentTag, type ExpectedTags, refuseOverwriting } from '../content-tag';
import type { Actor, RepositoryContext } from '../context/context';
import type { Transaction } from '../store/database';
import { lockTemplates, replaceTemplates, type TemplateKind } from '../store/templates';

interface TemplateList<Template> {
  kind: TemplateKind;
  /** What the list shall hold from now on. */
  saved: Template[];
  /** Reads the list as it is given to its owner: the tags of both are compared. */
  list(actor: Actor, context: { db: Transaction }): Promise<Template[]>;
  expected: ExpectedTags;
}

/**
 * Replaces a whole list of templates of the actor. Refuses with 'saved-elsewhere' when the list has none of the
 * tags `expected` and another content than what is saved.
 */
export function replaceTemplateList<Template extends { name: string; entries: unknown }>(
  actor: Actor,
  { db }: RepositoryContext,
  { kind, saved, list, expected }: TemplateList<Template>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockTemplates(tx, actor.subject);
    const former = contentTag(await list(actor, { db: tx }));
    if (former !== contentTag(saved)) refuseOverwriting(former, expected);
    await replaceTemplates(tx, actor.subject, kind, saved);
  });
}
