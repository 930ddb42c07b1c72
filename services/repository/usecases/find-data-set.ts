import { Refusal } from '@domain/error-codes';

import { listDataSets, type DataSetRecord } from '../store/search-data-sets';
import type { RepositoryContext } from './context';

/** The published data set of a number; refuses with 'not-found'. */
export async function findDataSet({ db }: RepositoryContext, nr: number): Promise<DataSetRecord> {
  const [record] = await listDataSets(db, [nr]);
  if (!record) throw new Refusal('not-found');
  return record;
}
