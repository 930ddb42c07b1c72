import type { Database } from '../store/database';
import { renewSearchIndex } from './rebuild-search-index';
import { countPublished } from './count-published';
import { learnFrequentWords, openCatalogue } from './open-catalogue';

/** Interval at which the frequent words are learned again. */
const dayMs = 24 * 60 * 60 * 1000;

interface SearchLog {
  info(text: string): void;
  error(error: unknown): void;
}

/**
 * Brings the search index up to date, reads and counts it, so that the first search and the first page do not wait for
 * it, and learns the frequent words now and every day. Searches are answered meanwhile, those for frequent words more
 * slowly. `indexed` tells whether the index is complete.
 */
export function keepSearchReady(db: Database, log: SearchLog): { indexed: Promise<boolean>; close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = (error: unknown) => {
    if (!signal.aborted) log.error(error);
    return false;
  };
  const indexed = prepareSearch(db, log, signal).catch(report);
  const learn = () => learnFrequentWords(db, { signal }).catch(report);
  let learning = indexed.then(learn);
  const daily = setInterval(() => {
    learning = learning.then(learn);
  }, dayMs);
  return {
    indexed,
    close: async () => {
      clearInterval(daily);
      stopping.abort();
      await learning;
    },
  };
}

async function prepareSearch(db: Database, log: SearchLog, signal: AbortSignal): Promise<boolean> {
  const made = await renewSearchIndex(db, signal);
  if (made) log.info(`The search index was made again for ${made} data sets.`);
  const catalogue = await openCatalogue(db);
  catalogue.prepare();
  await countPublished(db, catalogue.revision);
  return !signal.aborted;
}
