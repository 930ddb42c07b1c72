import { useTranslation } from 'react-i18next';

import type { NewNote } from '@domain/board/notes';
import { noteErrorOf, noteFieldId } from '~/components/review/note-form';
import type { FormError } from '~/forms/error-summary';
import { RadioGroup } from '~/forms/fields';

/** Readers that an expert can choose, in the order of the form. */
export const readersToChoose = ['expert', 'contributor', 'chair'] as const satisfies NewNote['readers'][];

/** Choice of who can read a note. */
export function ReadersChoice({ chosen, errors }: { chosen: string; errors: readonly FormError[] }) {
  const { t } = useTranslation('board-notes');
  return (
    <RadioGroup
      id={noteFieldId('readers')}
      name="readers"
      label={t('readers.label')}
      options={readersToChoose.map((readers) => ({ value: readers, label: t(`readers.${readers}`) }))}
      defaultValue={chosen}
      error={noteErrorOf(errors, 'readers')}
    />
  );
}
