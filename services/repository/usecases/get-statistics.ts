import type { SiteStatistics } from '@domain/api/search';

import { countSiteStatistics } from '../store/site-statistics';
import type { RepositoryContext } from './context';

/** Counters of the footer. Anybody may ask. */
export async function getStatistics({ db }: RepositoryContext): Promise<SiteStatistics> {
  return countSiteStatistics(db);
}
