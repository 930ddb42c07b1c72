import type { z } from 'zod';

import { call, RepositoryError, type ClientContext } from './transport';

interface Template {
  name: string;
  entries: readonly unknown[];
}

/** Attempts to add a template to the list of a user, if other windows change it at the same time. */
const attempts = 10;

/**
 * Saves one template in the user's list at an address. Returns whether there was one with this name. The list is saved
 * as a whole. If another window has saved it since it was read, it is read again, so that no template is lost.
 */
export async function putTemplate<One extends Template>(
  context: ClientContext,
  { path, schema }: { path: string; schema: z.ZodType<One[]> },
  template: One,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await call(context, path);
    const list = schema.parse(await response.json());
    const tag = response.headers.get('ETag');
    const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
    try {
      await call(context, path, { method: 'PUT', json: withTemplate(list, template), headers });
      return list.some(({ name }) => name === template.name);
    } catch (error) {
      const isLate = error instanceof RepositoryError && error.code === 'saved-elsewhere';
      if (!isLate || attempt === attempts) throw error;
    }
  }
}

/**
 * The list with a template saved into it: the same name replaces, empty content deletes (spec section 5).
 * The name is trimmed already.
 */
export function withTemplate<One extends Template>(templates: readonly One[], template: One): One[] {
  const index = templates.findIndex(({ name }) => name === template.name);
  const others = templates.filter(({ name }) => name !== template.name);
  if (template.entries.length === 0) return others;
  return others.toSpliced(index < 0 ? others.length : index, 0, template);
}
