import { useTranslation } from 'react-i18next';

import type { NewNote } from '@domain/board/notes';
import { maxCommentCharacters } from '@domain/limits';

import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes } from '~/drafts/form-versions';
import type { FormError } from '~/forms/error-summary';
import { RadioGroup, TextArea } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';

/** Id of the form on its page. */
export const noteFormId = 'note-form';
/** Id of a field's control. */
export const fieldIdOf = (name: string) => `note-${name}`;

/** Readers that an expert can choose, in the order of the form. */
export const noteReadersToChoose = ['expert', 'contributor', 'chair'] as const satisfies NewNote['readers'][];

interface NoteFormProps {
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
}

/** The form of a note: its text, and who can read it. */
export function NoteForm({ entries, errors, versions }: NoteFormProps) {
  const { t } = useTranslation('board-notes');
  const errorOf = (name: string) => errors.find(({ fieldId }) => fieldId === fieldIdOf(name))?.message ?? null;
  return (
    <Form id={noteFormId} reloadDocument>
      <VersionNotes versions={versions} />
      <RadioGroup
        id={fieldIdOf('readers')}
        name="readers"
        label={t('readers.label')}
        options={noteReadersToChoose.map((readers) => ({ value: readers, label: t(`readers.${readers}`) }))}
        defaultValue={entryValue(entries, 'readers')}
        error={errorOf('readers')}
      />
      <TextArea
        id={fieldIdOf('text')}
        name="text"
        label={t('note.label')}
        hint={t('note.hint', { max: maxCommentCharacters })}
        defaultValue={entryValue(entries, 'text')}
        error={errorOf('text')}
      />
      <SaveButtons versions={versions} save={t('send')} />
    </Form>
  );
}
