import type { ProposalView } from '@domain/api/metadata-corrections';

import type { CorrectionProposal } from '../store/metadata-corrections';

/** A proposal as its contributor and those who may consent see it. */
export function viewProposal({ version, note, proposedAt, changes }: CorrectionProposal): ProposalView {
  return { version, note, proposedAt: proposedAt.toISOString(), changes };
}
