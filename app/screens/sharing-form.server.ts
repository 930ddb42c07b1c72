import { type TypedAct, typedActs } from '~/components/sharing/sharing-forms';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { type Entries, entryValue } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readChairsOwner, readMembers } from '~/repository-client/members';
import { attempt } from '~/repository-client/transport';

/** The act of a form by its name; null for any other. */
export function typedActOf(name: string): TypedAct | null {
  return typedActs.find((act) => act === name) ?? null;
}

/** Path of the screen with a form. */
export function sharingPage(act: TypedAct, id: string): string {
  return act === 'chair-offer' ? paths.editorialOwner(id) : paths.uploadCoAuthors(id);
}

/** A form in which an e-mail address is typed. Nothing of it is saved, so it begins empty. */
export function sharingForm(context: LoadContext, id: string, act: TypedAct): DraftableForm {
  const read = act === 'chair-offer' ? readChairsOwner : readMembers;
  return {
    kind: 'sharing',
    object: `${id}/${act}`,
    page: sharingPage(act, id),
    exists: async () => (await attempt(() => read(context, id)))?.status !== 404,
    saved: async () => ({ entries: [], tag: '' }),
    meaningOf: async (entries) => meaningOf(entries),
  };
}

/** What was typed, without spaces around it; a choice alone is nothing typed. */
export function meaningOf(entries: Entries): string {
  return JSON.stringify([entryValue(entries, 'email').trim(), entryValue(entries, 'reason').trim()]);
}
