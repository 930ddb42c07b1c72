/** What a form held: names and values in their order, as a form posts them. */
export type FormEntries = [name: string, value: string][];

/** Kinds of forms whose content is kept. */
export const draftForms = ['mapping', 'metadata', 'comments', 'vote', 'download'] as const;
export type DraftForm = (typeof draftForms)[number];

/** What became of a form last: typed but not saved, saved, or its draft was discarded. */
export type DraftState = 'draft' | 'saved' | 'discarded';

/** Why a version was set aside: another window was first, it was discarded, or its upload was submitted. */
export type AsideReason = 'conflict' | 'discarded' | 'submitted';

/** What a window knew when it was given its form. It travels in a hidden field. */
export interface OpenedForm {
  /** Version of the form's record; 0 = there was none. */
  version: number;
  /** Names the window: one for each time the form was given out. */
  writer: string;
  /** Tag of the account it was given to; '' for a form that does not say. */
  account: string;
  /** ISO 8601; null for a form that does not say. */
  openedAt: string | null;
  /** Names what was saved then, such as an ETag; '' where nothing names it. */
  savedTag: string;
  /** Digests of what the parts of the form said then; '' where it is not joined with other windows. */
  base: string;
}

export interface Draft {
  entries: FormEntries;
  version: number;
  /** ISO 8601 */
  savedAt: string;
  /** Filed by us because the session had ended when the form was posted. */
  rescued: boolean;
  savedTag: string;
}

/** A version of a form that can be brought back. */
export interface AsideDraft {
  id: string;
  reason: AsideReason;
  entries: FormEntries;
  savedTag: string;
  /** ISO 8601 */
  typedAt: string;
}

/** All that is kept of a form. */
export interface FormRecord {
  /** 0 = nothing is known of it. */
  version: number;
  /** Version of its last save; 0 = none is known. */
  savedVersion: number;
  state: DraftState;
  writer: string;
  /** When it was drafted, saved or discarded last, ISO 8601; null when nothing is known of it. */
  changedAt: string | null;
  draft: Draft | null;
  /** The newest first. */
  aside: AsideDraft[];
}

/** Whether a draft was written; `newer` is what another window has left meanwhile, untouched. */
export type WrittenDraft = { draft: Draft; newer: null } | { draft: null; newer: FormRecord };

/**
 * Drafts of the asking user, by form and object (an upload id, a session id, '12r/1' for a vote panel).
 * Kept in the database schema `web`. Without a user, `rescue` files a posted form under the user whose
 * session the browser's cookie still names (ended less than 24 h ago).
 */
export interface DraftStore {
  find(form: DraftForm, object: string): Promise<Draft | null>;
  look(form: DraftForm, object: string): Promise<FormRecord>;
  /** Keeps a draft, whatever there was before. For forms that stand in one window alone. */
  save(form: DraftForm, object: string, entries: FormEntries): Promise<Draft>;
  /**
   * Keeps a draft unless another window has drafted or saved the form since `opened`. `byItself`: sent by
   * script, which may arrive after the same window has saved.
   */
  write(
    form: DraftForm,
    object: string,
    entries: FormEntries,
    opened: OpenedForm,
    byItself?: boolean,
  ): Promise<WrittenDraft>;
  /** The form was saved: its draft goes, unless another window has written it since. */
  settle(form: DraftForm, object: string, opened: OpenedForm): Promise<void>;
  /** Drops the draft that a window was given or wrote; another window's stays. */
  drop(form: DraftForm, object: string, opened: OpenedForm): Promise<void>;
  /** Forgets all that is kept of a form. */
  remove(form: DraftForm, object: string): Promise<void>;
  /** Keeps a version beside the form; the same window replaces its own. */
  setAside(
    form: DraftForm,
    object: string,
    version: { entries: FormEntries; writer: string; savedTag: string; reason: AsideReason },
  ): Promise<void>;
  removeAside(form: DraftForm, object: string, which: { id: string } | { writer: string }): Promise<void>;
  /** An upload can no longer be changed: the drafts of its forms are set aside, older windows are known for such. */
  closeUpload(id: string): Promise<void>;
  /** An upload is gone, and all that is kept of its forms. */
  removeUpload(id: string): Promise<void>;
  /**
   * Null when nobody is known. A form that is older than what is kept is set aside; the answer is the
   * version that its window may go on from.
   */
  rescue(
    form: DraftForm,
    object: string,
    entries: FormEntries,
    opened?: OpenedForm,
  ): Promise<{ version: number } | null>;
}
