import { sql, type SQL } from 'drizzle-orm';

import { withMerged } from '../audit/audit';
import type { Queryable } from '../repository/store/database';

/**
 * Parts of SQL for each file of an export: what identity provider and web app keep about a person, without secrets. `ids`
 * are those of the account and of the accounts that were merged into it.
 */
const queries = {
  account: (subject: string) => sql`
    select id, email, name, roles, created_at, last_sign_in_at, locked_at,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'email', c.email, 'created_at', c.created_at, 'expires_at', c.expires_at)), '[]')
        from identity.address_confirmations as c where c.account_id = a.id) as addresses_to_confirm,
      (select coalesce(jsonb_agg(r.expires_at), '[]')
        from identity.password_resets as r where r.account_id = a.id) as password_links_until
    from identity.accounts as a where id = ${subject}`,
  'second-factors': (subject: string) => sql`
    select 'authenticator app' as kind, null as name, confirmed_at as since, null::timestamptz as last_used_at,
      null::text[] as transports, null::int as left
    from identity.authenticator_apps where account_id = ${subject}
    union all
    select 'passkey', name, created_at, last_used_at, transports, null
    from identity.passkeys where account_id = ${subject}
    union all
    select 'recovery codes', null, null, null, null, count(*)::int
    from identity.recovery_codes where account_id = ${subject} having count(*) > 0`,
  'outside-identities': (subject: string) => sql`
    select issuer, subject, shown_as, orcid, roles, linked_at, used_at
    from identity.outside_identities where account_id = ${subject}`,
  acts: (_subject: string, ids: SQL) => sql`
    select at, act, actor = any(${ids}) is true as by_you, account = any(${ids}) is true as about_you,
      case when account = any(${ids}) then before end as before, case when account = any(${ids}) then after end as after
    from audit.acts where account = any(${ids}) or actor = any(${ids}) order by id`,
  logins: (subject: string) => sql`
    select 'web app' as place, created_at, last_seen_at, ended_at from web.sessions where subject = ${subject}
    union all
    select 'identity provider', to_timestamp((payload ->> 'loginTs')::float8), to_timestamp((payload ->> 'iat')::float8), null
    from identity.artifacts where account_id = ${subject} and model = 'Session'`,
  drafts: (subject: string) => sql`
    select form, object, state, entries, saved_at from web.drafts where subject = ${subject} and entries is not null`,
  mails: (subject: string, ids: SQL) => sql`
    select w.order ->> 'kind' as kind, w.created_at from identity.waiting_mails as w
    join identity.accounts as a on a.id = ${subject}
    where w.order ->> 'of' = any(${ids})
      or lower(coalesce(w.order ->> 'email', w.order #>> '{account,email}')) = a.email_key
    union all
    select data ->> 'subject', created_on from pgboss.job
    join identity.accounts as a on a.id = ${subject}
    where pgboss.job.name = 'send-mail' and lower(data ->> 'to') = a.email_key`,
};

/**
 * What identity provider and web app keep about a person. All three are schemas of one database; without a provider of
 * our own, its tables are empty or missing, and so are its records.
 */
export async function recordsElsewhere(db: Queryable, subject: string): Promise<Record<string, readonly unknown[]>> {
  const found: Record<string, readonly unknown[]> = {};
  const { rows } = await db.execute<{ here: boolean }>(
    sql`select to_regclass('identity.accounts') is not null and to_regclass('web.sessions') is not null as here`,
  );
  if (!rows[0]?.here) return found;
  const ids = sql`${sql.param(await withMerged(db, [subject]))}::text[]`;
  for (const [name, query] of Object.entries(queries)) {
    const { rows: records } = await db.execute(query(subject, ids));
    if (records.length > 0) found[name] = records;
  }
  return found;
}
