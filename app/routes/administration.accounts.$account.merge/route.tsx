import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { MergedAccount, MergePreview } from '@domain/api/administered-accounts';
import { formatBytes, formatBytesBefore, formatNumber } from '@domain/formats';

import { requireAdmin } from '~/auth/guards';
import { ActButton } from '~/components/administration/act-button';
import { ListTable } from '~/components/administration/list-table';
import { MergeForm } from '~/components/administration/merge-form';
import { nameOfLogin } from '~/components/administration/name-of-login';
import { useMoments } from '~/components/administration/use-moments';
import { ErrorSummary } from '~/forms/error-summary';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';

import { confirmMerge, loadMerge } from './merge.server';

export const handle = { title: 'administration:merge.documentTitle', help: 'administration' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  const { shown, status } = await loadMerge(
    context,
    params.account ?? '',
    new URL(request.url).searchParams.get('into'),
  );
  return data(shown, { status });
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return confirmMerge(request, context, params.account ?? '');
}

/** Two accounts of one person: first which one stays, then both beside each other with the button that merges them. */
export default function AdministrationMerge() {
  const shown = useLoaderData<typeof loader>();
  const { account, into, preview, errors } = shown;
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('administration');
  return (
    <>
      {errors.length > 0 ? (
        <ErrorSummary errors={errors} answer={shown} />
      ) : (
        <ErrorSummary errors={reply?.errors ?? []} />
      )}
      <p>
        <Link to={paths.administrationAccount(account.id)}>{t('merge.back', { name: account.name })}</Link>
      </p>
      <h2>{t('merge.title', { name: account.name })}</h2>
      <MergeForm account={account.id} into={into} error={errors[0]?.message ?? null} key={into} />
      {preview ? <Comparison preview={preview} /> : null}
    </>
  );
}

function Comparison({ preview }: { preview: MergePreview }) {
  const { t } = useTranslation('administration');
  const { from, into, version } = preview;
  return (
    <>
      <SideBySide {...preview} />
      <section aria-labelledby="what">
        <h3 id="what">{t('merge.what')}</h3>
        <Consequences {...preview} />
        <ActButton
          page={paths.administrationMerge(from.account.id, into.account.email)}
          fields={{ into: into.account.id, version }}
          text={t('merge.button')}
        />
      </section>
    </>
  );
}

const facts = ['name', 'email', 'roles', 'uploads', 'storage', 'votes', 'logins', 'lastSignIn'] as const;

function SideBySide({ from, into, limitBytes }: MergePreview) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const momentOf = useMoments();
  const valuesOf = (side: MergedAccount): Record<(typeof facts)[number], string> => ({
    name: side.account.name,
    email: side.account.email,
    roles: [...side.account.roles, ...side.account.providerRoles].join(', ') || t('none'),
    uploads: formatNumber(side.uploads, language),
    storage: formatBytesBefore(side.storedBytes, limitBytes, language),
    votes: formatNumber(side.votes, language),
    logins:
      [
        ...(side.hasPassword ? [t('merge.password')] : []),
        ...(side.hasSecondFactor ? [t('merge.twoStep')] : []),
        ...side.logins.map((login) => nameOfLogin(login, language)),
      ].join(', ') || t('none'),
    lastSignIn: momentOf(side.account.lastSignInAt) || t('never'),
  });
  const sides = [valuesOf(from), valuesOf(into)];
  return (
    <ListTable
      label={t('merge.table')}
      heads={(['what', 'from', 'into'] as const).map((head) => t(`merge.heads.${head}`))}
      none=""
      rows={facts.map((fact) => ({
        id: fact,
        cells: [t(`merge.facts.${fact}`), ...sides.map((values) => values[fact])],
      }))}
    />
  );
}

function Consequences({ from, into, limitBytes }: MergePreview) {
  const { t } = useTranslation('administration');
  const language = useLanguage();
  const emails = { from: from.account.email, into: into.account.email };
  const outsideRoles = [...new Set(from.logins.flatMap(({ roles }) => roles))];
  const kept = [...into.account.roles, ...into.account.providerRoles, ...outsideRoles];
  const notGiven = from.account.roles.filter((role) => !kept.includes(role));
  const stored = from.storedBytes + into.storedBytes;
  const storage = {
    ...emails,
    used: formatBytesBefore(stored, limitBytes, language),
    limit: formatBytes(limitBytes, language),
  };
  return (
    <ul>
      <li>{t('merge.moves', emails)}</li>
      <li>{t('merge.published')}</li>
      <li>{t('merge.ends', emails)}</li>
      {notGiven.length > 0 ? <li>{t('merge.roles', { ...emails, roles: notGiven.join(', ') })}</li> : null}
      {into.hasPassword ? null : <li>{t('merge.noPassword', emails)}</li>}
      {outsideRoles.length > 0 ? <li>{t('merge.outsideRoles', { roles: outsideRoles.join(', ') })}</li> : null}
      <li>{t(stored > limitBytes ? 'merge.overLimit' : 'merge.storage', storage)}</li>
      <li>{t('merge.mails')}</li>
      <li>{t('merge.final')}</li>
    </ul>
  );
}
