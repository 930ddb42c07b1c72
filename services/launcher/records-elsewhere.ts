import { sql } from 'drizzle-orm';

import type { Queryable } from '../repository/store/database';

/** Parts of SQL for each file of an export: what identity provider and web app keep about a person, without secrets. */
const queries = {
  account: (subject: string) => sql`
    select email, name, roles, created_at,
      (select coalesce(jsonb_agg(c.email), '[]') from identity.address_confirmations as c
        where c.account_id = a.id and c.generation is not null) as addresses_to_confirm
    from identity.accounts as a where id = ${subject}`,
  logins: (subject: string) => sql`
    select 'web app' as place, created_at, last_seen_at, ended_at from web.sessions where subject = ${subject}
    union all
    select 'identity provider', to_timestamp((payload ->> 'loginTs')::float8), to_timestamp((payload ->> 'iat')::float8), null
    from identity.artifacts where account_id = ${subject} and model = 'Session'`,
  drafts: (subject: string) => sql`
    select form, object, state, entries, saved_at from web.drafts where subject = ${subject} and entries is not null`,
  mails: (subject: string) => sql`
    select w.order ->> 'kind' as kind, w.created_at from identity.waiting_mails as w
    join identity.accounts as a on a.id = ${subject}
    where lower(coalesce(w.order ->> 'email', w.order #>> '{account,email}')) = a.email_key
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
  for (const [name, query] of Object.entries(queries)) {
    const { rows: records } = await db.execute(query(subject));
    if (records.length > 0) found[name] = records;
  }
  return found;
}
