import { TryAgainLater } from '../jobs/job-queue';

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
