import type { LookupFill } from '@domain/api/lookups';

/** A choice that fills nothing yet. */
export const nothing: LookupFill = { family: '', given: '', orcid: '', affiliation: '', text: '' };
