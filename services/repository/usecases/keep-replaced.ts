import { maxTemplateNameCharacters, maxTemplates } from '@domain/limits';
import { templateEntries } from '@domain/metadata/entries';

import type { Transaction } from '../store/database';
import { listLeftStudies } from '../store/studies';
import { listTemplates, lockTemplates, replaceTemplates } from '../store/templates';
import type { Actor } from './context';

/**
 * Keeps the saved metadata of studies that nobody is in any more, because their uploads share those of another
 * study, as templates of their owner, named after their titles. Beyond the number of templates that a user may
 * have nothing is added.
 */
export async function keepReplaced(tx: Transaction, actor: Actor, studies: number[]): Promise<void> {
  const left = await listLeftStudies(tx, studies);
  if (left.length === 0) return;
  await lockTemplates(tx, actor.subject);
  const templates = await listTemplates(tx, actor.subject, 'metadata');
  for (const { title, metadata } of left) {
    const entries = templateEntries(metadata);
    if (entries.length === 0 || templates.length >= maxTemplates) continue;
    const names = templates.map(({ name }) => name);
    templates.push({ name: freeName(title ?? '', names), entries });
  }
  await replaceTemplates(tx, actor.subject, 'metadata', templates);
}

/** A name that no template has: 'Title', else 'Title (2)' and so on. */
function freeName(title: string, names: string[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = title.slice(0, maxTemplateNameCharacters - suffix.length).trim() + suffix;
    if (!names.includes(name)) return name;
  }
}
