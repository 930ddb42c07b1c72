import type { DataciteAttributes } from './datacite-schema';

/** Where DOIs come from: DataCite's REST API, or the local adapter that keeps the same JSON. */
export interface DoiRegistrar {
  readonly kind: 'local' | 'datacite';
  /** The DOI an upload gets; the same for the same upload, so that a retried job finds it again. */
  doiOf(upload: number): string;
  /** Creates or updates a draft. */
  saveDraft(doi: string, attributes: DataciteAttributes): Promise<void>;
  /** Makes it findable. */
  publish(doi: string, attributes: DataciteAttributes): Promise<void>;
  /** Deletes a draft. */
  removeDraft(doi: string): Promise<void>;
  /** Where a reader of the DOI is sent: the resolver, or our own page of a data set. */
  address(doi: string, nr: number): string;
}
