import type { DraftableForm } from '~/drafts/draftable-form.server';
import { type Entries, entryValues, type FormEntries } from '~/forms/form-entries';
import { newsField, newsIn } from '~/forms/submit-fields';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readSubmission } from '~/repository-client/submission';
import { uploadExists } from './upload.server';

/** The form that submits a new version of a data set, in which its contributor says what is new. */
export function newsForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'news',
    object: id,
    page: paths.uploadSubmit(id),
    exists: () => uploadExists(context, id),
    draftOf: async (entries) => entries.filter(([name]) => name === newsField || name === 'also'),
    saved: async () => ({ entries: newsEntries((await readSubmission(context, id)).newVersion?.news ?? ''), tag: '' }),
    meaningOf: async (entries) => meaningOfNews(entries),
  };
}

/** What was submitted as new before, as the form shows it. */
export function newsEntries(news: string): FormEntries {
  return [[newsField, news]];
}

/** What is new and the ticks, whatever the spaces around them. */
export function meaningOfNews(entries: Entries): string {
  return JSON.stringify([newsIn(entries).trim(), entryValues(entries, 'also').sort()]);
}
