import { isDeepStrictEqual } from 'node:util';

import { and, asc, eq, notInArray } from 'drizzle-orm';

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

/**
 * Replaces the whole list of templates of a user. The list must be locked and its names unique. Of those that are `stored`
 * only what differs is written, because a long list has megabytes.
 */
export async function replaceTemplates(
  tx: Transaction,
  owner: string,
  kind: TemplateKind,
  list: StoredTemplate[],
  stored: StoredTemplate[] = [],
): Promise<void> {
  const kept = list.flatMap((template, position) =>
    isDeepStrictEqual(stored[position], template) ? template.name : [],
  );
  const own = and(eq(templates.owner, owner), eq(templates.kind, kind));
  await tx.delete(templates).where(kept.length > 0 ? and(own, notInArray(templates.name, kept)) : own);
  const written = list.flatMap((template, position) =>
    kept.includes(template.name) ? [] : { ...template, owner, kind, position },
  );
  if (written.length > 0) await tx.insert(templates).values(written);
}

/**
 * Saves the whole list of templates of a user. Refuses with 'too-many-templates', and with 'saved-elsewhere' if the
 * stored list has none of the tags `expected` and differs from `list`. Refuses like `requireSpace`.
 */
export function saveTemplates(
  db: Database,
  {
    owner,
    kind,
    list,
    expected,
    requireSpace,
  }: {
    owner: string;
    kind: TemplateKind;
    list: StoredTemplate[];
    expected: ExpectedTags;
    requireSpace: (text: { characters: number; replaced: number }) => Promise<void>;
  },
): Promise<void> {
  if (list.length > maxTemplates) throw new Refusal('too-many-templates', { max: maxTemplates });
  return db.transaction(async (tx) => {
    await lockTemplates(tx, owner);
    const stored = await listTemplates(tx, owner, kind);
    if (isDeepStrictEqual(stored, list)) return;
    if (expected !== null) refuseOverwriting(contentTag(stored), expected, { at: null });
    await requireSpace({ characters: JSON.stringify(list).length, replaced: JSON.stringify(stored).length });
    await replaceTemplates(tx, owner, kind, list, stored);
  });
}
