import type pg from 'pg';

/** What gave access when the backup was made, by its table. Passwords, passkeys, authenticator apps and co-authors stay. */
const statements: Readonly<Record<string, string>> = {
  'web.sessions': `update web.sessions set sealed = '', ended_at = now() where ended_at is null`,
  'identity.artifacts': 'delete from identity.artifacts',
  'identity.password_resets': 'delete from identity.password_resets',
  // A registration gives nothing that its mail did not give when it was sent.
  'identity.address_confirmations': 'delete from identity.address_confirmations where account_id is not null',
  'repository.access_tokens': 'update repository.access_tokens set revoked_at = now() where revoked_at is null',
  'repository.private_links': 'update repository.private_links set revoked_at = now() where revoked_at is null',
  // Whoever has the link of an invitation may accept it, also to take an upload over.
  'repository.study_members':
    'update repository.study_members set ended_at = now() where accepted_at is null and ended_at is null',
};

/**
 * Ends everything in a restored database that gives access by itself: sessions, access tokens, private links, mailed
 * links for a new password or address, and invitations that were not accepted. Some of it was ended after the backup was
 * made, which nobody can tell any more.
 */
export async function endAccess(pool: pg.Pool): Promise<void> {
  for (const [table, statement] of Object.entries(statements)) {
    const { rows } = await pool.query<{ found: string | null }>('select to_regclass($1)::text as found', [table]);
    if (rows[0]?.found) await pool.query(statement);
  }
}
