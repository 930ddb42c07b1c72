import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { AuditActSchema, auditActs, type AuditPage } from '@domain/api/administration';
import { pageIn } from '@domain/page-of';

import { requireAdmin } from '~/auth/guards';
import { ListTable } from '~/components/administration/list-table';
import { useMoments } from '~/components/administration/use-moments';
import { ContributedText } from '~/components/contributed-text';
import { PageLinks } from '~/components/workflow/page-links';
import { Form } from '~/forms/form';
import { paths } from '~/paths';
import { listAudit } from '~/repository-client/administration';
import { orFailurePage } from '~/repository-client/transport';

/** Longest id of an account, or text that the repository looks for. */
const maxIdCharacters = 255;

export const handle = { title: 'administration:audit.documentTitle', help: 'administration' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireAdmin(request, context);
  const { searchParams } = new URL(request.url);
  const account = (searchParams.get('account') ?? '').trim().slice(0, maxIdCharacters) || null;
  const act = AuditActSchema.safeParse(searchParams.get('act')).data ?? null;
  return { account, act, ...(await orFailurePage(listAudit(context, { account, act, page: pageIn(request) }))) };
}

/** Every administrative act, newest first, of all accounts or one, of all kinds or one. */
export default function AdministrationAudit() {
  const { account, act, acts, page, pages } = useLoaderData<typeof loader>();
  const { t } = useTranslation('administration');
  return (
    <>
      <h2>{t('audit.title')}</h2>
      <p>{t('audit.intro')}</p>
      <FilterForm account={account} act={act} key={`${account} ${act}`} />
      <ActTable acts={acts} />
      <PageLinks
        label={t('audit.pages')}
        page={page}
        pages={pages}
        addressOf={(number) => paths.administrationAudit({ account, act, page: number })}
      />
    </>
  );
}

function FilterForm({ account, act }: { account: string | null; act: string | null }) {
  const { t } = useTranslation('administration');
  return (
    <Form method="get" action={paths.administrationAudit()} className="list-filter" aria-label={t('audit.filter')}>
      <span className="filter-field">
        <label htmlFor="audit-account">{t('audit.account')}</label>
        <input
          id="audit-account"
          name="account"
          type="text"
          autoComplete="off"
          maxLength={maxIdCharacters}
          defaultValue={account ?? ''}
        />
      </span>
      <span className="filter-field">
        <label htmlFor="audit-act">{t('audit.act')}</label>
        <select id="audit-act" name="act" defaultValue={act ?? ''}>
          <option value="">{t('audit.allActs')}</option>
          {auditActs.map((name) => (
            <option value={name} key={name}>
              {t(`audit.acts.${name}`)}
            </option>
          ))}
        </select>
      </span>
      <span className="list-filter-buttons">
        <button type="submit" className="button-quiet">
          {t('audit.apply')}
        </button>
        {(account ?? act) ? <Link to={paths.administrationAudit()}>{t('audit.clear')}</Link> : null}
      </span>
    </Form>
  );
}

type Act = AuditPage['acts'][number];

const heads = ['at', 'actor', 'act', 'account', 'change'] as const;

function ActTable({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation('administration');
  const momentOf = useMoments();
  return (
    <ListTable
      label={t('audit.table')}
      heads={heads.map((head) => t(`audit.heads.${head}`))}
      none={t('audit.none')}
      rows={acts.map((act) => ({
        id: String(act.id),
        cells: [
          momentOf(act.at),
          act.actor ? <PersonLink person={act.actor} key="actor" /> : t('audit.command'),
          t(`audit.acts.${act.act}`),
          act.account ? <PersonLink person={act.account} key="account" /> : (act.object ?? ''),
          changeOf(act, t),
        ],
      }))}
    />
  );
}

function PersonLink({ person }: { person: NonNullable<Act['actor']> }) {
  const { t } = useTranslation('administration');
  if (person.email === null) return <>{t('people.gone', { id: person.subject })}</>;
  if (person.isMerged) return <>{t('people.merged', { name: person.name || person.email })}</>;
  return (
    <Link to={paths.administrationAccount(person.subject)}>
      <ContributedText language="">{person.name || person.email}</ContributedText>
    </Link>
  );
}

/**
 * What an act changed: the values before and after; of a job, its kind and its upload; of a mail, to whom it goes. Null if
 * it changed no value.
 */
function changeOf({ act, object, before, after }: Act, t: TFunction<'administration'>): ReactNode[] | null {
  const isMerge = act === 'merged';
  const shown = (value: string | string[] | undefined) => [value ?? []].flat().join(', ') || t('none');
  const names = (isMerge ? [] : (['name', 'email', 'roles'] as const)).filter(
    (name) => (before?.[name] ?? after?.[name]) && shown(before?.[name]) !== shown(after?.[name]),
  );
  const values = names.map((name) => {
    const change = t('audit.change', { before: shown(before?.[name]), after: shown(after?.[name]) });
    return (
      <Fragment key={name}>
        {t(`audit.values.${name}`)}{' '}
        <ContributedText language="">{before?.[name] === undefined ? shown(after?.[name]) : change}</ContributedText>
      </Fragment>
    );
  });
  const lines = [
    isMerge && <MergedAccounts before={before} after={after} />,
    ...values,
    isMerge && t('audit.formerId', { id: object }),
    after?.recipient !== undefined && t('audit.recipient', { recipient: after.recipient }),
    after?.mail !== undefined && t('audit.mail', { about: t(`mails.from.${after.mail}`) }),
    after?.job !== undefined && `${t('audit.values.job')} ${t(`jobs.names.${after.job}`, after.job)}`,
    after?.upload !== undefined && `${t('audit.values.upload')} ${after.upload}`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? null : lines.map((line, index) => <div key={index}>{line}</div>);
}

/** The account that ended and the one that stays; nothing if their names were taken out with a deleted account. */
function MergedAccounts({ before, after }: Pick<Act, 'before' | 'after'>) {
  const { t } = useTranslation('administration');
  const sides = [
    ['ended', before],
    ['stays', after],
  ] as const;
  return sides.map(([side, values]) =>
    values === null ? null : (
      <div key={side}>
        {t(`audit.merged.${side}`)}{' '}
        <ContributedText language="">
          {[values.name, values.email, values.roles?.join(', ')].filter(Boolean).join(', ')}
        </ContributedText>
      </div>
    ),
  );
}
