import type { ReactNode } from 'react';

import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';

/** Id of the form on its page. */
export const noteFormId = 'note-form';

/** Id of a field's control. */
export function noteFieldId(name: string): string {
  return `note-${name}`;
}

/** Message of a field's error; null if it has none. */
export function noteErrorOf(errors: readonly FormError[], name: string): string | null {
  return errors.find(({ fieldId }) => fieldId === noteFieldId(name))?.message ?? null;
}

interface NoteFormProps {
  texts: { label: string; hint: string; send: string };
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
  /** Fields before the text. */
  children?: ReactNode;
}

/** The form of a note about a submission. */
export function NoteForm({ texts, entries, errors, versions, children }: NoteFormProps) {
  return (
    <Form id={noteFormId} reloadDocument>
      <VersionNotes versions={versions} />
      {children}
      <TextArea
        id={noteFieldId('text')}
        name="text"
        label={texts.label}
        hint={texts.hint}
        defaultValue={entryValue(entries, 'text')}
        error={noteErrorOf(errors, 'text')}
      />
      <SaveButtons versions={versions} save={texts.send} />
    </Form>
  );
}
