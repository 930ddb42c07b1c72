import { type Lookup, type LookupOrder, LookupSchema } from '@domain/api/lookups';

import { callForJson, type ClientContext } from './transport';

/** Has the repository look something up in a public service. Throws 429 'too-many-lookups'. */
export function lookUp(context: ClientContext, order: LookupOrder): Promise<Lookup> {
  return callForJson(context, LookupSchema, '/lookups', { method: 'POST', json: order });
}
