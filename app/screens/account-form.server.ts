import type { ErrorCode } from '@domain/error-codes';

import type { DraftableForm } from '~/drafts/draftable-form.server';
import { type Entries, entryValue, type FormEntries } from '~/forms/form-entries';
import { typedText } from '~/forms/typed-text';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readAccount } from '~/repository-client/administration';
import { attempt } from '~/repository-client/transport';

/** The form with which an administrator corrects name and e-mail address of an account. */
export function accountForm(context: LoadContext, id: string): DraftableForm {
  const t = translate(context.language);
  return {
    kind: 'account',
    object: id,
    isAboutPerson: true,
    page: paths.administrationAccount(id),
    exists: async () => (await attempt(() => readAccount(context, id)))?.status !== 404,
    saved: async () => {
      const { name, email, version } = (await readAccount(context, id)).account;
      return { entries: accountEntries({ name, email }), tag: version };
    },
    meaningOf: async (entries) => accountMeaning(entries),
    inWords: (entries: FormEntries): FormEntries => [
      [t('administration:account.name'), entryValue(entries, 'name')],
      [t('administration:account.email'), entryValue(entries, 'email')],
    ],
  };
}

export function accountEntries({ name, email }: { name: string; email: string }): FormEntries {
  return [
    ['name', name],
    ['email', email],
  ];
}

/** What was entered, whatever the spaces around it. */
export function accountMeaning(entries: Entries): string {
  return JSON.stringify(['name', 'email'].map((name) => typedText(entryValue(entries, name))));
}

/** Fields to whose entries the codes of refusals refer. */
export const accountFieldOf: Partial<Record<ErrorCode, string>> = {
  'account-name-invalid': 'name',
  'account-email-invalid': 'email',
  'account-email-taken': 'email',
};
