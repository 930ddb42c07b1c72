import type { DataciteAttributes } from '@domain/datacite';
import { doiReason } from '@domain/doi-reason';

import { type DoiRegistrar, RegistrarError } from '../../context/doi-registrar';
import { missingForPublication } from '../../doi/datacite-attributes';
import type { DoiState } from '../../store/schema/editorial';

/** Brings a DOI into a state. Throws RegistrarError, also before the call if a property is missing that it requires. */
export async function makeDoiState(
  doi: DoiRegistrar,
  { name, state, attributes }: { name: string; state: DoiState; attributes: DataciteAttributes },
  signal: AbortSignal | undefined,
): Promise<void> {
  if (state === 'draft') return doi.saveDraft(name, attributes, signal);
  const missing = missingForPublication(name, attributes);
  if (missing.length > 0) {
    const reason = doiReason('incomplete', { doi: name, missing: missing.join(', ') });
    throw new RegistrarError(reason, { isRefusal: true });
  }
  if (state === 'registered') await doi.hide(name, attributes, signal);
  else await doi.publish(name, attributes, signal);
}
