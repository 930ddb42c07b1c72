import type { ErrorCode } from '@domain/error-codes';
import type { MergePreview } from '@domain/api/administered-accounts';

import type { FormError } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { changeAccount, previewMerge, readAccount } from '~/repository-client/administration';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { pressButton } from '~/screens/administration.server';
import { messageOf } from '~/screens/posted-form.server';

/** Refusals that another address, or an act elsewhere, can mend. They are shown at the field. */
const shown: readonly ErrorCode[] = [
  ...(['merge-same', 'merge-unknown', 'merge-locked', 'merge-own', 'merge-both-reviewed'] as const),
  ...(['merge-reviewed-own', 'last-admin', 'last-chair'] as const),
];

/** What the screen of a merge shows; without `preview` it asks for the account that stays. */
interface ShownMerge {
  account: { id: string; name: string };
  into: string;
  preview: MergePreview | null;
  errors: FormError[];
  hasErrors: boolean;
}

/** The account that would end, beside the one with the address `into` if it may get everything of it. */
export async function loadMerge(
  context: LoadContext,
  id: string,
  into: string | null,
): Promise<{ shown: ShownMerge; status: number }> {
  const { account } = await orFailurePage(readAccount(context, id));
  const asked = { account: { id: account.id, name: account.name }, into: into ?? '' };
  const show = (preview: MergePreview | null) => ({
    shown: { ...asked, preview, errors: [], hasErrors: false },
    status: 200,
  });
  const refuse = (message: string, status: number) => ({
    shown: { ...asked, preview: null, errors: [{ message, fieldId: 'into' }], hasErrors: true },
    status,
  });
  if (into === null) return show(null);
  if (into.trim() === '') return refuse(translate(context.language)('administration:merge.missing'), 400);
  let preview: MergePreview | null = null;
  const refusal = await attempt(async () => void (preview = await previewMerge(context, id, into)));
  if (!refusal) return show(preview);
  if (!shown.includes(refusal.code as ErrorCode)) return orFailurePage(Promise.reject(refusal));
  return refuse(messageOf(refusal, context), refusal.status);
}

/** Merges the accounts that the page showed, and leads to the one that stays. */
export function confirmMerge(request: Request, context: LoadContext, id: string) {
  return pressButton(request, context, {
    page: paths.administrationMerge(id, new URL(request.url).searchParams.get('into') ?? ''),
    next: (entries) => paths.administrationAccount(entryValue(entries, 'into')),
    press: async (entries) => {
      const [into, version] = [entryValue(entries, 'into'), entryValue(entries, 'version')];
      if (into === '' || version === '') return null;
      await changeAccount(context, id, { act: 'merge', into, version });
      return 'administration:done.merge';
    },
  });
}
