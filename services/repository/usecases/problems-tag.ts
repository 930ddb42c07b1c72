import { contentTag } from '../content-tag';
import type { Queryable } from '../store/database';
import { problemSums } from '../store/submission-version';

/** Names the problems of a table and the comments on them: the same ones have the same tag. Asks nobody for leave. */
export async function problemsTag(db: Queryable, table: number): Promise<string> {
  return contentTag(await problemSums(db, [table]));
}
