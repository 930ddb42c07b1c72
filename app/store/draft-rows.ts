import { and, eq, like, or, type SQL } from 'drizzle-orm';

import { drafts, type FormKind } from './schema';

/** Identifies a form. */
export interface FormKey {
  subject: string;
  form: FormKind;
  object: string;
}

/** Rows of a form. */
export function isForm({ subject, form, object }: FormKey, chosen?: SQL): SQL | undefined {
  return and(eq(drafts.subject, subject), eq(drafts.form, form), eq(drafts.object, object), chosen);
}

/** Forms of an upload and of its tables. */
export function isAbout(subject: string, id: string): SQL | undefined {
  return and(eq(drafts.subject, subject), ofUpload(id));
}

/** The same of every account. */
export function ofUpload(id: string): SQL | undefined {
  return or(eq(drafts.object, id), like(drafts.object, `${id}/%`));
}

/** PostgreSQL texts cannot contain NUL, and addresses typed by hand may. */
export function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** The window id of the row that records a save, unlike that of the window, which may also have a text. */
export function saveOf(windowId: string): string {
  return `saved:${windowId}`;
}
