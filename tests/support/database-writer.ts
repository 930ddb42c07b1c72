/**
 * A server that only writes to the database and is meant to be killed: opens the data folder, writes one row after the
 * other, and prints each number once it is acknowledged.
 */
import { openDatabase } from '../../services/database/open-database';

const [dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error('The data folder is missing.');
const { pool } = await openDatabase({ dataDir, statementSeconds: 60 });
await pool.query('create table if not exists written (value serial)');
for (;;) {
  const { rows } = await pool.query<{ value: number }>('insert into written default values returning value');
  process.stdout.write(`${rows[0]?.value}\n`);
}
