import { and, asc, eq } from 'drizzle-orm';

import { Refusal } from '@domain/error-codes';
import { maxTemplates } from '@domain/limits';

import { contentTag, type ExpectedTags, refuseOverwriting } from '../content-tag';
import type { Database, Queryable, Transaction } from './database';
import { lockTemplates } from './locks';
import { templates } from './schema';

type TemplateKind = (typeof templates.$inferSelect)['kind'];

interface StoredTemplate {
  name: string;
  entries: unknown;
}

/** Templates of a user, in the order in which they were saved. */
export function listTemplates(db: Queryable, owner: string, kind: TemplateKind): Promise<StoredTemplate[]> {
  return db
    .select({ name: templates.name, entries: templates.entries })
    .from(templates)
    .where(and(eq(templates.owner, owner), eq(templates.kind, kind)))
    .orderBy(asc(templates.position));
}

/** Replaces the whole list of templates of a user. The list must be locked and its names unique. */
export async function replaceTemplates(
  tx: Transaction,
  owner: string,
  kind: TemplateKind,
  list: StoredTemplate[],
): Promise<void> {
  await tx.delete(templates).where(and(eq(templates.owner, owner), eq(templates.kind, kind)));
  if (list.length === 0) return;
  await tx.insert(templates).values(list.map((template, position) => ({ ...template, owner, kind, position })));
}

/**
 * Saves the whole list of templates of a user. Refuses with 'too-many-templates', and with 'saved-elsewhere' if the
 * stored list has none of the tags `expected` and differs from `list`.
 */
export function saveTemplates(
  db: Database,
  {
    owner,
    kind,
    list,
    expected,
  }: { owner: string; kind: TemplateKind; list: StoredTemplate[]; expected: ExpectedTags },
): Promise<void> {
  if (list.length > maxTemplates) throw new Refusal('too-many-templates', { max: maxTemplates });
  return db.transaction(async (tx) => {
    await lockTemplates(tx, owner);
    const stored = contentTag(await listTemplates(tx, owner, kind));
    if (stored !== contentTag(list)) refuseOverwriting(stored, expected, { at: null });
    await replaceTemplates(tx, owner, kind, list);
  });
}
