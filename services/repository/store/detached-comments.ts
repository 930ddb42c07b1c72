import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Queryable, Transaction } from './database';
import { problemComments, detachedComments, sourceColumns } from './schema';

/** Table of an upload whose mapping changes. */
interface MappedTable {
  id: number;
  name: string;
  upload: number;
}

/**
 * Detaches the comments on problems of columns and stores them with the present targets of the columns. Call it before
 * the new targets are saved. Returns the number of comments.
 */
export async function detachComments(
  tx: Transaction,
  { id, name, upload }: MappedTable,
  positions: number[],
): Promise<number> {
  if (positions.length === 0) return 0;
  await tx.execute(sql`
    insert into ${detachedComments} (upload, table_name, column_name, target_key, target_unit, rule, cell, value,
      comment, written_at)
    select ${upload}, ${name}, mapped.name, mapped.target_key, coalesce(mapped.target_unit, ''), written.rule,
      written.cell, written.value, written.comment, written.written_at
    from ${problemComments} as written
    join ${sourceColumns} as mapped
      on mapped.table_id = written.table_id and mapped.position = written.column_position
    where written.table_id = ${id} and mapped.target_key is not null
      and ${inArray(sql`written.column_position`, positions)}
    on conflict (upload, table_name, column_name, target_key, target_unit, rule, cell)
    do update set value = excluded.value, comment = excluded.comment, written_at = excluded.written_at`);
  const removed = await tx
    .delete(problemComments)
    .where(and(eq(problemComments.table, id), inArray(problemComments.column, positions)))
    .returning({ id: problemComments.id });
  return removed.length;
}

/** Restores the comments that belong to the present targets of columns. */
export async function reattachComments(
  tx: Transaction,
  { id, name, upload }: MappedTable,
  positions: number[],
): Promise<void> {
  if (positions.length === 0) return;
  await tx.execute(sql`
    with back as (
      delete from ${detachedComments} as kept using ${sourceColumns} as mapped
      where kept.upload = ${upload} and kept.table_name = ${name} and mapped.table_id = ${id}
        and ${inArray(sql`mapped.position`, positions)} and kept.column_name = mapped.name
        and kept.target_key = mapped.target_key and kept.target_unit = coalesce(mapped.target_unit, '')
      returning mapped.position, kept.rule, kept.cell, kept.value, kept.comment, kept.written_at)
    insert into ${problemComments} (table_id, rule, column_position, cell, value, comment, written_at)
    select ${id}, rule, position, cell, value, comment, written_at from back
    on conflict do nothing`);
}

/**
 * Moves detached comments to the new names of a table and its columns in a corrected file. If there is already a
 * comment on the same cell, the other one stays.
 */
export async function renameSetAside(
  tx: Transaction,
  upload: number,
  table: { formerName: string; name: string; renamed: readonly { from: string; to: string }[] },
): Promise<void> {
  const { formerName, name, renamed } = table;
  if (formerName === name && renamed.length === 0) return;
  await tx.execute(sql`
    with named as (
      select kept.id, coalesce(renamed."to", kept.column_name) as column_name
      from ${detachedComments} as kept
      left join json_to_recordset(${JSON.stringify(renamed)}::json) as renamed("from" text, "to" text)
        on renamed."from" = kept.column_name
      where kept.upload = ${upload} and kept.table_name = ${formerName})
    update ${detachedComments} as kept set table_name = ${name}, column_name = named.column_name
    from named
    where kept.id = named.id and not exists (
      select from ${detachedComments} as other
      where other.id <> kept.id and other.upload = kept.upload and other.table_name = ${name}
        and other.column_name = named.column_name and other.target_key = kept.target_key
        and other.target_unit = kept.target_unit and other.rule = kept.rule and other.cell = kept.cell)`);
}

/** Deletes the detached comments of a deleted upload. */
export async function removeSetAside(tx: Queryable, upload: number): Promise<void> {
  await tx.delete(detachedComments).where(eq(detachedComments.upload, upload));
}
