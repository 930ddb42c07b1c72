import { localDay } from '@domain/local-time';

import type { RepositoryContext } from '../../context/context';
import { composeSearchMail, type SearchSection } from '../../mail/search-mail';
import { findNews, type SearchNews } from '../../search/find-news';
import { listDataSets } from '../../store/data-set-records';
import { lockSavedSearches } from '../../store/locks';
import {
  findSearchMailing,
  listSearchesOf,
  moveKnownRevision,
  recordSearchMail,
  type SearchMailing,
} from '../../store/saved-searches';

/**
 * Job 'mail-searches': enqueues one mail about everything that was published since the last one and that the saved
 * searches of a user find. Does nothing if there is no news, or if the user had a mail on this day.
 *
 * The mail, its day and the revision up to which the user is told are stored in one transaction, so jobs may run twice
 * or on several servers at once.
 */
export async function mailSearches(repository: RepositoryContext, { owner }: { owner: string }): Promise<void> {
  const { db, jobs, settings, now } = repository;
  const at = now();
  const hadMail = ({ mailedAt }: SearchMailing) =>
    mailedAt !== null && localDay(mailedAt, settings.timeZone) === localDay(at, settings.timeZone);
  const before = await findSearchMailing(db, owner);
  if (!before || hadMail(before)) return;
  const searches = await listSearchesOf(db, owner);
  if (searches.length === 0) return;
  const { revision, news } = await findNews(db, searches);
  const found = await Promise.all(news.filter(({ count }) => count > 0).map((one) => sectionOf(repository, one)));
  const sections = found.filter(({ count }) => count > 0);
  await db.transaction(async (tx) => {
    await lockSavedSearches(tx, owner);
    const mailing = await findSearchMailing(tx, owner);
    // Another server was quicker.
    if (!mailing || hadMail(mailing)) return;
    const moved = await moveKnownRevision(
      tx,
      news.map(({ search }) => search),
      revision,
    );
    const told = sections.filter(({ id }) => moved.has(id));
    if (told.length === 0) return;
    await recordSearchMail(tx, owner, at);
    const { language } = searches[0]!;
    await jobs.enqueue(
      tx,
      'send-mail',
      composeSearchMail({ ...mailing, language, origin: settings.origin, sections: told }),
    );
  });
  jobs.nudge();
}

async function sectionOf(
  { db }: RepositoryContext,
  { search, count, numbers }: SearchNews,
): Promise<SearchSection & { id: string }> {
  const { id, query, endToken } = search;
  const records = await listDataSets(db, numbers);
  // Some may have been withdrawn after they were found.
  return { id, query, endToken, count: count - (numbers.length - records.length), records };
}
