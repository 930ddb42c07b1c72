import type pg from 'pg';

/** What gave access when the backup was made, by its table. Passwords, passkeys and authenticator apps stay. */
const statements: Readonly<Record<string, string>> = {
  'web.sessions': `update web.sessions set sealed = '', ended_at = now() where ended_at is null`,
  'identity.artifacts': 'delete from identity.artifacts',
  'repository.access_tokens': 'update repository.access_tokens set revoked_at = now() where revoked_at is null',
};

/**
 * Ends all sessions and revokes all access tokens of a restored database, because some of them were ended after the
 * backup was made, which nobody can tell any more.
 */
export async function endAccess(pool: pg.Pool): Promise<void> {
  for (const [table, statement] of Object.entries(statements)) {
    const { rows } = await pool.query<{ found: string | null }>('select to_regclass($1)::text as found', [table]);
    if (rows[0]?.found) await pool.query(statement);
  }
}
