import { type ChangeBlocks, type Changes, numbersPerBlock } from '@domain/api/changes';

import type { RepositoryContext } from '../../context/context';
import { listBlock, listBlocks } from '../../store/harvest';

/** Blocks of the catalogue with the times of their last changes. Open to everybody. */
export async function listChangeBlocks({ db }: RepositoryContext): Promise<ChangeBlocks> {
  const blocks = await listBlocks(db, numbersPerBlock);
  return blocks.map(({ block, changedAt }) => ({ block, changedAt: changedAt.toISOString() }));
}

/** Data sets of a block with the times of their last changes; none if there is no such block. Open to everybody. */
export async function listChanges({ db }: RepositoryContext, block: number): Promise<Changes> {
  const changes = await listBlock(db, { block, size: numbersPerBlock });
  return changes.map(({ nr, changedAt }) => ({ nr, changedAt: changedAt.toISOString() }));
}
