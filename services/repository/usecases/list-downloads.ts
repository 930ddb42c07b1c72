import type { MyDownload } from '@domain/api/downloads';

import { dataSetFileName } from '../search/data-set-file-name';
import { toSearchRow } from '../search/search-row';
import { listOpenItems } from '../store/download-sessions';
import { listDataSets } from '../store/search-data-sets';
import type { Actor, RepositoryContext } from './context';

/** The actor's open download sessions, newest first. */
export async function listDownloads(
  actor: Actor,
  { db }: RepositoryContext,
): Promise<{ session: string; date: string }[]> {
  const items = await listOpenItems(db, actor.subject);
  const dates = new Map(items.map(({ session, date }) => [session, date.toISOString()]));
  return [...dates].map(([session, date]) => ({ session, date }));
}

/** What the actor has downloaded: one row for each data set, by its newest session. */
export async function listDownloadedDataSets(actor: Actor, repository: RepositoryContext): Promise<MyDownload[]> {
  const newest = new Map<number, { session: string; date: Date }>();
  for (const { nr, session, date } of await listOpenItems(repository.db, actor.subject)) {
    if (!newest.has(nr)) newest.set(nr, { session, date });
  }
  const records = await listDataSets(repository.db, [...newest.keys()]);
  return records.flatMap((record) => {
    const download = newest.get(record.nr);
    if (!download) return [];
    const { authors, titles, titleLanguages, doi, doiUrl, rights } = toSearchRow(record, repository);
    const fileName = dataSetFileName(record);
    return {
      nr: record.nr,
      date: download.date.toISOString(),
      id: download.session,
      authors,
      titles,
      titleLanguages,
      doi,
      doiUrl,
      rights,
      fileName,
    };
  });
}
