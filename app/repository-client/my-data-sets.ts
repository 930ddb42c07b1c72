import { type LicenceAnswers, LicenceAnswersSchema, type MyDataSet, MyDataSetSchema } from '@domain/api/my-data-sets';
import { totalCountHeader } from '@domain/api/uploads';
import { uploadsPerPage } from '@domain/limits';

import { call, type ClientContext, segments } from './transport';

/** Place of a page in a list. */
interface Paged {
  page: number;
  pages: number;
  total: number;
}

/** A page of the signed-in user's data sets. */
export interface MyDataSetPage extends Paged {
  dataSets: MyDataSet[];
}

/** A page of the signed-in user's data sets; a page beyond the last is the last. */
export async function listMyDataSets(context: ClientContext, wanted: number): Promise<MyDataSetPage> {
  const response = await call(context, '/fileupload/data-sets', { query: { page: wanted } });
  const dataSets = MyDataSetSchema.array().parse(await response.json());
  return { dataSets, ...placeOf(response, wanted) };
}

function placeOf({ headers }: Response, wanted: number): Paged {
  const total = Number(headers.get(totalCountHeader));
  const pages = Math.max(1, Math.ceil(total / uploadsPerPage));
  return { page: Math.min(wanted, pages), pages, total };
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
  return { ...LicenceAnswersSchema.parse(await response.json()), ...placeOf(response, wanted) };
}

/** The same as a CSV file. */
export function downloadLicenceAnswers(context: ClientContext, id: string, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: '*/*' };
  return call(context, `/fileupload${segments(id)}/licence-answers`, { query: { format: 'csv' }, headers, signal });
}
