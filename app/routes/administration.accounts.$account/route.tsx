import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireAdmin } from '~/auth/guards';
import { SaveButtons } from '~/drafts/draft-autosave';
import type { FormVersions } from '~/drafts/form-snapshot';
import { VersionNotes, versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary, type FormError } from '~/forms/error-summary';
import { TextField } from '~/forms/fields';
import { Form } from '~/forms/form';
import { type Entries, entryValue } from '~/forms/form-entries';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';

import { MergeForm } from '~/components/administration/merge-form';

import { AccountActs } from './account-acts';
import { AccountFacts } from './account-facts';
import { changeShownAccount, loadAccount } from './account.server';

const formId = 'account-form';

export const handle = {
  title: 'administration:account.documentTitle',
  help: 'administration',
  preservesForm(data: unknown): PreservedForm {
    const { account } = data as SerializeFrom<typeof loader>;
    return { kind: 'account', id: formId, object: account.id };
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  return loadAccount(context, params.account ?? '');
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return changeShownAccount(request, context, params.account ?? '');
}

/** One account: what is known of it, and what an administrator can do with it. */
export default function AdministrationAccount() {
  const { entries, versions, ...view } = useLoaderData<typeof loader>();
  const { account } = view;
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('administration');
  // Buttons without fields of the form are refused without its entries.
  const typed = reply?.entries.some(([name]) => name === 'email') ? reply.entries : entries;
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      <p>
        <Link to={paths.administrationAccounts()}>{t('account.back')}</Link>
      </p>
      <h2>{t('account.title', { name: account.name })}</h2>
      <AccountFacts view={view} />
      <p>
        <Link to={paths.administrationAudit({ account: account.id })}>{t('account.audit')}</Link>
      </p>
      <AccountActs view={view} />
      <CorrectForm
        version={account.version}
        entries={typed}
        errors={reply?.errors ?? []}
        versions={versionsAfterReply(versions, reply)}
      />
      <section aria-labelledby="merge">
        <h3 id="merge">{t('merge.heading')}</h3>
        <MergeForm account={account.id} />
      </section>
    </>
  );
}

interface CorrectFormProps {
  /** Of the account as it is shown. */
  version: string;
  entries: Entries;
  errors: readonly FormError[];
  versions: FormVersions;
}

function CorrectForm({ version, entries, errors, versions }: CorrectFormProps) {
  const { t } = useTranslation('administration');
  const field = (name: 'name' | 'email') => ({
    ...{ id: name, name, label: t(`account.${name}`), defaultValue: entryValue(entries, name) },
    error: errors.find(({ fieldId }) => fieldId === name)?.message ?? null,
  });
  return (
    <section aria-labelledby="correct">
      <h3 id="correct">{t('account.correct.heading')}</h3>
      <Form id={formId} reloadDocument>
        <VersionNotes versions={versions} />
        <input type="hidden" name="version" value={version} />
        <TextField {...field('name')} autoComplete="off" />
        <TextField {...field('email')} autoComplete="off" hint={t('account.correct.emailHint')} />
        <SaveButtons versions={versions} save={t('account.correct.save')} />
      </Form>
    </section>
  );
}
