/** Codes of the errors of OAI-PMH 2.0 that can occur here: there are sets, and every record has every format. */
export type HarvestErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch';

/** A request that OAI-PMH answers with an error. */
export class HarvestError extends Error {
  readonly code: HarvestErrorCode;

  constructor(code: HarvestErrorCode, message: string) {
    super(message);
    this.name = 'HarvestError';
    this.code = code;
  }
}
