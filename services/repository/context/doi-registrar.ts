import type { DataciteAttributes } from '@domain/datacite';

import { TryAgainLater } from './job-queue';

/**
 * Where a DOI was registered. Only DOIs of 'datacite' resolve; those of DataCite's test system and of the local
 * adapter are test DOIs.
 */
export type RegistrarKind = 'local' | 'datacite-test' | 'datacite';

/** Registers DOIs: with DataCite's REST API, or a local adapter that only makes test DOIs. */
export interface DoiRegistrar {
  readonly kind: RegistrarKind;
  /** DOI of an upload. Always the same for the same upload, so that jobs can be retried. */
  doiOf(upload: number): string;
  /** DOI of all versions of a data set together, by the upload of the first one. Always the same, too. */
  conceptDoiOf(series: number): string;
  /** Creates or updates a draft. */
  saveDraft(doi: string, attributes: DataciteAttributes, signal?: AbortSignal): Promise<void>;
  /** Makes it findable. Creates it if there is no draft. */
  publish(doi: string, attributes: DataciteAttributes, signal?: AbortSignal): Promise<void>;
  /** Makes it registered: it leads to its page, but is not found. Creates it if it does not exist. */
  hide(doi: string, attributes: DataciteAttributes, signal?: AbortSignal): Promise<void>;
  /** Deletes a draft, if there is one. */
  removeDraft(doi: string, signal?: AbortSignal): Promise<void>;
  /** URL for readers of the DOI: of the resolver, or of our own data set page. */
  address(doi: string, nr: number): string;
}

/** Delay before a refused request is retried. Until then settings, account or metadata must be corrected. */
const refusalPauseSeconds = 6 * 60 * 60;

/**
 * A request to a registrar failed. `isRefusal` means that it was refused and will be refused again until something is
 * corrected; otherwise the registrar is unavailable or busy. The message is one line for the operator, without
 * credentials.
 */
export class RegistrarError extends TryAgainLater {
  readonly isRefusal: boolean;

  constructor(
    message: string,
    { isRefusal, seconds = 0, cause }: { isRefusal: boolean; seconds?: number; cause?: unknown },
  ) {
    super(message, isRefusal ? refusalPauseSeconds : seconds);
    this.cause = cause;
    this.name = 'RegistrarError';
    this.isRefusal = isRefusal;
  }
}
