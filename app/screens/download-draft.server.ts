import type { DraftableForm } from '~/drafts/draftable-form.server';
import { entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';

/** Confirmations of the licence form. A draft does not keep them, because they are given each time. */
export const confirmations = ['accurate', 'licence'] as const;

/** The licence form of a download session. */
export function downloadForm(session: string): DraftableForm {
  return {
    kind: 'download',
    object: session,
    page: paths.downloadForm(session),
    pageOf: (entries) => paths.downloadForm(session, entryValue(entries, 'results')),
    isInOneWindow: true,
    async draftOf(entries) {
      const typed = ['institution', 'country', 'purpose'].map((name): [string, string] => [
        name,
        entryValue(entries, name),
      ]);
      return typed.some(([, value]) => value !== '') ? typed : [];
    },
  };
}
