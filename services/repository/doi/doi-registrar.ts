import type { DataciteAttributes } from './datacite-schema';

/**
 * Where a DOI was minted. Only 'datacite' is known outside this house; those of DataCite's test system and
 * of the local adapter are test DOIs.
 */
export type RegistrarKind = 'local' | 'datacite-test' | 'datacite';

/** Where DOIs come from: DataCite's REST API, or the local adapter that keeps the same JSON. */
export interface DoiRegistrar {
  readonly kind: RegistrarKind;
  /** The DOI an upload gets; the same for the same upload, so that a retried job finds it again. */
  doiOf(upload: number): string;
  /** Creates or updates a draft. */
  saveDraft(doi: string, attributes: DataciteAttributes, signal?: AbortSignal): Promise<void>;
  /** Makes it findable; creates it where there is no draft. */
  publish(doi: string, attributes: DataciteAttributes, signal?: AbortSignal): Promise<void>;
  /** Deletes a draft; done when there is none. */
  removeDraft(doi: string, signal?: AbortSignal): Promise<void>;
  /** Where a reader of the DOI is sent: the resolver, or our own page of a data set. */
  address(doi: string, nr: number): string;
}
