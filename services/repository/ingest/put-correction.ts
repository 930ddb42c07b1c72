import { putInForce } from '../store/corrections';
import type { Transaction } from '../store/database';
import type { StoredFile } from '../store/files';
import { deleteTables, listFormerTables } from '../store/former-tables';
import { listUnreferred } from '../store/object-keys';
import { insertComments, insertTable, setRead, type NewReading } from '../store/readings';
import { renameSetAside } from '../store/set-aside-comments';
import { findCurrentFiles } from '../store/upload-progress';
import { planCorrection, type RenamedColumns } from './plan-correction';

/**
 * Puts a corrected file, its rows being stored, in the place of the file in force: mapping and comments,
 * those set aside too, pass over by the identity of columns, and what has changed is kept to be told. Answers the tables that
 * are to be checked and the keys of the objects that nothing refers to any more, the former original
 * among them. The upload is locked.
 */
export async function putCorrection(
  tx: Transaction,
  file: StoredFile,
  reading: NewReading,
  renamed: RenamedColumns,
): Promise<{ mapped: number[]; unused: string[] }> {
  const [current] = await findCurrentFiles(tx, [file.upload]);
  if (!current) throw new Error('The upload has no file.');
  const former = await listFormerTables(tx, current.id);
  const { planned, changes } = planCorrection(former, reading.tables, renamed);
  const keys = [...(await deleteTables(tx, current.id)), current.objectKey];
  await putInForce(tx, file, { formerFileName: current.name, tables: changes });
  await setRead(tx, file.id, reading);
  for (const { formerName, name, renamed } of changes) {
    if (formerName !== null && name !== null) await renameSetAside(tx, file.upload, { formerName, name, renamed });
  }
  const mapped: number[] = [];
  for (const [position, { table, targets, comments }] of planned.entries()) {
    const { id, isMapped } = await insertTable(tx, file.id, position, table, targets);
    if (isMapped) mapped.push(id);
    await insertComments(tx, id, comments);
  }
  return { mapped, unused: await listUnreferred(tx, keys) };
}
