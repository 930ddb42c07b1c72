/** What a form held: names and values in their order, as a form posts them. */
export type FormEntries = [name: string, value: string][];

/** Kinds of forms whose content is kept. */
export type DraftForm = 'mapping' | 'metadata' | 'comments' | 'vote' | 'download';

export interface Draft {
  entries: FormEntries;
  version: number;
  /** ISO 8601 */
  savedAt: string;
  /** Filed by us because the session had ended when the form was posted. */
  rescued: boolean;
}

/**
 * Drafts of the asking user, by form and object (an upload id, a session id, '12r/1' for a vote panel).
 * Kept in the database schema `web`. Without a user, `rescue` files a posted form under the user whose
 * session the browser's cookie still names (ended less than 24 h ago) and returns whether it could.
 */
export interface DraftStore {
  find(form: DraftForm, object: string): Promise<Draft | null>;
  save(form: DraftForm, object: string, entries: FormEntries): Promise<Draft>;
  remove(form: DraftForm, object: string): Promise<void>;
  rescue(form: DraftForm, object: string, entries: FormEntries): Promise<boolean>;
}
