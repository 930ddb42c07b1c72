import type { SavedStudy, StudyUpload } from '@domain/api/metadata';
import { UploadIdSchema } from '@domain/upload-id';
import { type Entries, entryValue, entryValues } from '~/forms/form-entries';

/**
 * Form names of 'Also for': the uploads that shared the metadata when the form was rendered, those that are ticked, and
 * whether the form leaves a study whose metadata is closed. `shown` marks that there was a choice.
 */
export const studyFields = { shown: 'also-shown', shared: 'also-shared', ticked: 'also', alone: 'also-alone' } as const;

/**
 * Whether an upload is ticked, as typed or drafted, otherwise as saved. An upload that joined since the form was
 * rendered is ticked.
 */
export function isTicked({ id, shares }: Pick<StudyUpload, 'id' | 'shares'>, entries: Entries): boolean {
  if (entryValue(entries, studyFields.shown) === '') return shares;
  if (entryValues(entries, studyFields.ticked).includes(id)) return true;
  return shares && !entryValues(entries, studyFields.shared).includes(id);
}

/** Whether a form ticks other uploads than those that share the metadata already. */
export function isOtherStudy(entries: Entries): boolean {
  const idsOf = (name: string) => [...new Set(entryValues(entries, name))].sort().join();
  const isShown = entryValue(entries, studyFields.shown) !== '';
  return isShown && idsOf(studyFields.ticked) !== idsOf(studyFields.shared);
}

/** Uploads that get the metadata of a form of upload `id`, and uploads that leave the study. */
export function studyOf(id: string, entries: Entries): Required<Pick<SavedStudy, 'id' | 'detach'>> {
  const idsOf = (name: string) =>
    entryValues(entries, name).filter((other) => other !== id && UploadIdSchema.safeParse(other).success);
  const ticked = [...new Set(idsOf(studyFields.ticked))];
  const detach = idsOf(studyFields.shared).filter((other) => !ticked.includes(other));
  const leaves = entryValue(entries, studyFields.alone) !== '';
  return { id: [id, ...ticked], detach: leaves ? [id, ...detach] : detach };
}
