import { templateEntries } from '@domain/metadata/entries';
import { formatUploadId } from '@domain/upload-id';

import type { Transaction } from '../store/database';
import {
  createStudy,
  listMetadata,
  listStudyUploads,
  lockStudies,
  moveUploads,
  releaseTitle,
  saveEntries,
  type UploadRow,
} from '../store/studies';
import type { Actor } from './context';

/**
 * Takes those of some locked uploads that `apart` names out of the studies they share with others, each into
 * one of its own. It keeps the entries, not yet saved as its metadata, but the title: that stays with the
 * others. Returns the uploads with the studies they are in now.
 */
export async function partStudies(
  tx: Transaction,
  actor: Actor,
  own: UploadRow[],
  apart: readonly string[],
): Promise<UploadRow[]> {
  const parted: UploadRow[] = [];
  for (const upload of own) {
    const leaves = apart.includes(formatUploadId(upload.number, upload.kind));
    parted.push(leaves ? { ...upload, study: await part(tx, actor, upload) } : upload);
  }
  return parted;
}

async function part(tx: Transaction, actor: Actor, { number, study }: UploadRow): Promise<number> {
  await lockStudies(tx, [study]);
  if ((await listStudyUploads(tx, study)).length < 2) return study;
  const metadata = (await listMetadata(tx, [number])).get(number) ?? [];
  const alone = await createStudy(tx, actor.subject);
  await moveUploads(tx, [number], alone);
  await saveEntries(tx, alone, templateEntries(metadata));
  await releaseTitle(tx, study);
  return alone;
}
