import { type ChangeBlocks, type Changes, numbersPerBlock } from '@domain/api/changes';

import type { RepositoryContext } from '../../context/context';
import { readFigures } from '../../figures/kept-figures';
import { listBlock } from '../../store/harvest';

/** Blocks of the catalogue with the times of their last changes, as far as they are counted. Open to everybody. */
export async function listChangeBlocks(repository: RepositoryContext): Promise<ChangeBlocks> {
  return (await readFigures(repository, 'blocks')).value;
}

/** Data sets of a block with the times of their last changes; none if there is no such block. Open to everybody. */
export async function listChanges({ db }: RepositoryContext, block: number): Promise<Changes> {
  const changes = await listBlock(db, { block, size: numbersPerBlock });
  return changes.map(({ nr, changedAt }) => ({ nr, changedAt: changedAt.toISOString() }));
}
