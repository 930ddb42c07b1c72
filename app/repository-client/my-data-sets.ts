import { type LicenceAnswers, LicenceAnswersSchema, type MyDataSet, MyDataSetSchema } from '@domain/api/my-data-sets';
import { totalCountHeader } from '@domain/api/uploads';
import { type Paged, placeOf } from '@domain/page-of';

import { call, type ClientContext, segments } from './transport';

/** A page of the signed-in user's data sets. */
export interface MyDataSetPage extends Paged {
  dataSets: MyDataSet[];
}

/** A page of the signed-in user's data sets; a page beyond the last is the last. */
export async function listMyDataSets(context: ClientContext, wanted: number): Promise<MyDataSetPage> {
  const response = await call(context, '/fileupload/data-sets', { query: { page: wanted } });
  const dataSets = MyDataSetSchema.array().parse(await response.json());
  return { dataSets, ...placeOf(totalIn(response), wanted) };
}

function totalIn({ headers }: Response): number {
  return Number(headers.get(totalCountHeader));
}

/**
 * A page of who downloaded the user's own data set, and for which purpose; a page beyond the last is the last. Throws
 * 404 for those of others.
 */
export async function readLicenceAnswers(
  context: ClientContext,
  id: string,
  wanted: number,
): Promise<LicenceAnswers & Paged> {
  const response = await call(context, `/fileupload${segments(id)}/licence-answers`, { query: { page: wanted } });
  return { ...LicenceAnswersSchema.parse(await response.json()), ...placeOf(totalIn(response), wanted) };
}

/** The same as a CSV file. */
export function downloadLicenceAnswers(context: ClientContext, id: string, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: '*/*' };
  return call(context, `/fileupload${segments(id)}/licence-answers`, { query: { format: 'csv' }, headers, signal });
}
