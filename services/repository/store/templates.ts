import { and, asc, eq } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { people, templates } from './schema';

export type TemplateKind = (typeof templates.$inferSelect)['kind'];

interface StoredTemplate {
  name: string;
  entries: unknown;
}

/** Templates of a user, in the order they were saved in. */
export function listTemplates(db: Queryable, owner: string, kind: TemplateKind): Promise<StoredTemplate[]> {
  return db
    .select({ name: templates.name, entries: templates.entries })
    .from(templates)
    .where(and(eq(templates.owner, owner), eq(templates.kind, kind)))
    .orderBy(asc(templates.position));
}

/**
 * Locks the lists of a user until the transaction ends: of two who change them at once the second sees what the
 * first has saved. New uploads of the user do not wait for it.
 */
export async function lockTemplates(tx: Transaction, owner: string): Promise<void> {
  await tx.select({ subject: people.subject }).from(people).where(eq(people.subject, owner)).for('no key update');
}

/** Replaces the whole list of a user, which is locked. Names must differ. */
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
