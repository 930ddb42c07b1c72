import type { Actor, RepositoryContext } from '../context/context';
import { keepInHistory } from '../editorial/board-state';
import type { Transaction } from '../store/database';
import { type CorrectionProposal, removeProposal } from '../store/metadata-corrections';
import type { LockedStudy } from './lock-study';

/** Withdraws what waits for consent in a locked study. The histories of its accepted uploads say so. */
export async function withdrawProposal(
  tx: Transaction,
  repository: RepositoryContext,
  { locked, proposal, actor }: { locked: LockedStudy; proposal: CorrectionProposal; actor: Pick<Actor, 'subject'> },
): Promise<void> {
  await removeProposal(tx, locked.study.id);
  const { note, changes } = proposal;
  for (const member of locked.accepted) {
    await keepInHistory(tx, repository, member, { act: 'withdrew-correction', actor, content: { note, changes } });
  }
}
