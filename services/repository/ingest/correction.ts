import { tableLeftOut } from '@domain/data-rows';

import { putInForce } from '../store/corrections';
import type { Transaction } from '../store/database';
import { renameSetAside } from '../store/detached-comments';
import type { StoredFile } from '../store/files';
import { deleteTables, listFormerTables } from '../store/former-tables';
import { listUnreferred } from '../store/object-keys';
import { insertComments, insertTable, type NewReading, setRead } from '../store/readings';
import { findCurrentFiles } from '../store/upload-progress';
import { type FoundAgain, planCorrection } from './plan-correction';

/**
 * Replaces the current file with a corrected one whose rows are stored. Mapping and comments move to the matching
 * columns, and the changes are recorded for the owner. Returns the tables to be checked, and the keys of objects
 * that are no longer needed, such as the previous original. The upload must be locked.
 */
export async function putCorrection(
  tx: Transaction,
  file: StoredFile,
  reading: NewReading,
  found: FoundAgain,
): Promise<{ mapped: number[]; unused: string[] }> {
  const [current] = await findCurrentFiles(tx, [file.upload]);
  if (!current) throw new Error('The upload has no file.');
  const former = await listFormerTables(tx, current.id);
  const { planned, changes } = planCorrection(former, reading.tables, found);
  const isEmpty = planned.every(({ table, dataChoices }) =>
    tableLeftOut({ recognised: table.recognised, choices: dataChoices }),
  );
  const keys = [...(await deleteTables(tx, current.id)), current.objectKey];
  await putInForce(tx, file, { formerFileName: current.name, tables: changes });
  await setRead(tx, file.id, reading);
  for (const { formerName, name, renamed } of changes) {
    if (formerName !== null && name !== null) await renameSetAside(tx, file.upload, { formerName, name, renamed });
  }
  const mapped: number[] = [];
  for (const [position, { table, targets, dataChoices, comments }] of planned.entries()) {
    const { id, isToCheck } = await insertTable(tx, file.id, position, table, {
      targets,
      // If no table would be data, those that its user left out are no longer.
      dataChoices: isEmpty && dataChoices.table === 'left-out' ? { ...dataChoices, table: null } : dataChoices,
    });
    if (isToCheck) mapped.push(id);
    await insertComments(tx, id, comments);
  }
  return { mapped, unused: await listUnreferred(tx, keys) };
}
