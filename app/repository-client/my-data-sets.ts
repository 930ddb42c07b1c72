import { type LicenceAnswers, LicenceAnswersSchema, type MyDataSet, MyDataSetSchema } from '@domain/api/my-data-sets';
import { totalCountHeader } from '@domain/api/uploads';
import { uploadsPerPage } from '@domain/limits';

import { call, callForJson, type ClientContext, segments } from './transport';

/** A page of the signed-in user's data sets. */
export interface MyDataSetPage {
  dataSets: MyDataSet[];
  page: number;
  pages: number;
  total: number;
}

/** A page of the signed-in user's data sets; a page beyond the last is the last. */
export async function listMyDataSets(context: ClientContext, wanted: number): Promise<MyDataSetPage> {
  const response = await call(context, '/fileupload/data-sets', { query: { page: wanted } });
  const dataSets = MyDataSetSchema.array().parse(await response.json());
  const total = Number(response.headers.get(totalCountHeader));
  const pages = Math.max(1, Math.ceil(total / uploadsPerPage));
  return { dataSets, page: Math.min(wanted, pages), pages, total };
}

/** Who downloaded the user's own data set, and for which purpose. Throws 404 for those of others. */
export function readLicenceAnswers(context: ClientContext, id: string): Promise<LicenceAnswers> {
  return callForJson(context, LicenceAnswersSchema, `/fileupload${segments(id)}/licence-answers`);
}

/** The same as a CSV file. */
export function downloadLicenceAnswers(context: ClientContext, id: string, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: '*/*' };
  return call(context, `/fileupload${segments(id)}/licence-answers`, { query: { format: 'csv' }, headers, signal });
}
