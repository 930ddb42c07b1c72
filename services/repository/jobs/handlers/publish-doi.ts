import type { DataciteAttributes } from '@domain/datacite';

import { type DoiRegistrar, RegistrarError } from '../../context/doi-registrar';
import { missingForPublication } from '../../doi/datacite-attributes';

/** Makes a DOI findable. Throws RegistrarError, also before the call if a required property is missing. */
export async function publishDoi(
  doi: DoiRegistrar,
  name: string,
  attributes: DataciteAttributes,
  signal: AbortSignal | undefined,
): Promise<void> {
  const missing = missingForPublication(name, attributes);
  if (missing.length > 0) {
    const reason = `${name} cannot be published without ${missing.join(', ')}.`;
    throw new RegistrarError(reason, { isRefusal: true });
  }
  await doi.publish(name, attributes, signal);
}
