import pg from 'pg';

/**
 * The restore that has loaded the rows of a database, until a server starts on it: what an unfinished one has loaded, it
 * may replace. It is a comment, so that it is written with the rows, is in no backup and needs no table.
 */
const prefix = 'restore ';

/** The id of that restore; null if there is none. */
export async function restoredBy(client: pg.Pool | pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select obj_description(to_regnamespace('migrations'), 'pg_namespace') as comment`,
  );
  const comment = rows[0]?.comment ?? '';
  return comment.startsWith(prefix) ? comment.slice(prefix.length) : null;
}

/** Notes the restore that loads the rows; null if a server starts to write its own. */
export async function noteRestoredBy(client: pg.Client, id: string | null): Promise<void> {
  await client.query(`comment on schema migrations is ${id === null ? 'null' : pg.escapeLiteral(prefix + id)}`);
}
