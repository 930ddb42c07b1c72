import type { Queryable } from './database';
import { uploads } from './schema';

/** Whether the repository has ever taken an upload, deleted ones included. */
export async function hasUploads(db: Queryable): Promise<boolean> {
  const rows = await db.select({ number: uploads.number }).from(uploads).limit(1);
  return rows.length > 0;
}
