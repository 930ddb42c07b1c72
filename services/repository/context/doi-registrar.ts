import type { DataciteAttributes } from '@domain/datacite';

import { TryAgainLater } from './job-queue';

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

/** Pause before a refusal is asked again: until then somebody has to mend settings, account or metadata. */
const refusalPauseSeconds = 6 * 60 * 60;

/**
 * A registrar did not do what it was asked. `isRefusal`: it answered, and will answer the same until
 * somebody mends something; otherwise it is away or busy, and time may help. The message is one line for
 * the operator and holds no credentials.
 */
export class RegistrarFault extends TryAgainLater {
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { isRefusal, seconds = 0, cause }: { isRefusal: boolean; seconds?: number; cause?: unknown },
  ) {
    super(message, isRefusal ? refusalPauseSeconds : seconds);
    this.cause = cause;
    this.name = 'RegistrarFault';
    this.isRefusal = isRefusal;
  }
}
