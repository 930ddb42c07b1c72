import type pg from 'pg';

/** What may be written before space of replaced rows is made free again: two segments of PostgreSQL's log. */
const writtenBytes = 32 * 1024 * 1024;

/**
 * Returns a function that makes the space of replaced and deleted rows free again, and shortens PostgreSQL's log, once
 * enough has been written since the last time. PGlite has no process that does either.
 */
export function vacuumAfterWrites(pool: pg.Pool): () => Promise<void> {
  let doneAt: string | null = null;
  return async () => {
    const { rows } = await pool.query<{ at: string; written: string | null }>(
      'select pg_current_wal_lsn()::text as at, pg_wal_lsn_diff(pg_current_wal_lsn(), $1::pg_lsn) as written',
      [doneAt],
    );
    const { at = null, written = null } = rows[0] ?? {};
    if (doneAt !== null && Number(written) < writtenBytes) return;
    await pool.query('vacuum');
    await pool.query('checkpoint');
    doneAt = at;
  };
}
