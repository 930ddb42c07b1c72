import type { RepositoryContext } from '../context/context';
import { removeAbandonedSources } from '../persons/delete-person';
import { remindBoard } from './board-reminders';
import {
  mailSavedSearches,
  publishDueUploads,
  registerDueDois,
  removeDueData,
  resumeDeletions,
  sendDueLetters,
} from './due-work';
import { tellOfEmbargoes } from './embargo-notices';
import { enqueueNorms } from '../norms/enqueue-norms';
import { countDueFigures } from '../figures/kept-figures';
import { fillInSums } from './fill-in-sums';
import { keepCountingUses } from './keep-counting-uses';
import { mailDigests } from './mail-digests';
import { readUnreadNames } from './read-unread-names';
import { endRetention } from './retention';
import { sweepObjects, sweepParts } from './sweep';

/** Interval of the work of the board and of embargoes, so that a new day begins for them shortly after midnight. */
const hourMs = 60 * 60 * 1000;
/** Interval of the daily work: letters, objects without references, mails about saved searches. */
const dayMs = 24 * 60 * 60 * 1000;
/** Interval of looks which figures are to be counted again. */
const minuteMs = 60 * 1000;

export interface UpkeepLog {
  info(text: string): void;
  /** `about.error` is logged without the values that its message may contain. */
  warn(text: string, about?: { error?: unknown }): void;
  error(error: unknown): void;
}

/** A piece of regular work; the signal is aborted when the server stops. */
type Work = (context: RepositoryContext, signal: AbortSignal, log: UpkeepLog) => Promise<unknown>;

const boardWork: Work[] = [
  (context, _signal, log) => remindBoard(context, log.error),
  (context, _signal, log) => mailDigests(context, log.error),
];

const publicationWork: Work[] = [
  publishDueUploads,
  // Also for what was published before there were norms.
  (context) => enqueueNorms(context.db, context),
  (context, _signal, log) => tellOfEmbargoes(context, log.error),
];

const dailyWork: Work[] = [
  resumeDeletions,
  (context, _signal, log) => sendDueLetters(context, log.error),
  (context, _signal, log) => removeDueData(context, log.error),
  endRetention,
];

/** Looks at all objects and takes long. */
const sweep: Work[] = [removeAbandonedSources, sweepAndLog, fillInSums];

const sweepUnfinished: Work = (context, _signal, log) => sweepParts(context, log.error);

/** Settings may have been corrected since the last attempts. */
const registerAtStart: Work = async (context, _signal, log) => {
  const waiting = await registerDueDois(context, { atOnce: true });
  if (waiting) log.info(`${waiting} DOIs wait for their registration: 'npm run dois -- list' shows why.`);
};

const registerAgain: Work = (context) => registerDueDois(context, { atOnce: false });

/**
 * Does what is due now and starts the work that comes back every hour and every day. What fails is reported and tried
 * again at its next time. `indexed` tells when the search index is complete, because nobody is told of what is new in it
 * before. `close` waits until no work runs.
 */
export async function startUpkeep(
  context: RepositoryContext,
  { indexed, log }: { indexed: Promise<boolean>; log: UpkeepLog },
): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const inTurn = async (works: readonly Work[]) => {
    for (const work of works) {
      await work(context, signal, log).catch((error: unknown) => signal.aborted || log.error(error));
    }
  };
  // Until it has ended, some pages of the board are slow.
  const names = inTurn([readUnreadNames]);
  await inTurn([...dailyWork, ...publicationWork, registerAtStart]);
  void inTurn([sweepUnfinished]);
  void indexed.then((isComplete) => (isComplete ? inTurn([mailSavedSearches]) : undefined));
  let sweeping = names.then(() => inTurn(sweep));
  let attending = inTurn(boardWork);
  const daily = setInterval(() => {
    void inTurn([...dailyWork, registerAgain, sweepUnfinished, mailSavedSearches]);
    sweeping = sweeping.then(() => inTurn([readUnreadNames, ...sweep]));
  }, dayMs);
  const hourly = setInterval(() => {
    attending = attending.then(() => inTurn([...boardWork, ...publicationWork]));
  }, hourMs);
  const count = () => inTurn([(context, signal) => countDueFigures(context, { signal })]);
  let figures = count();
  const eachMinute = setInterval(() => {
    figures = figures.then(count);
  }, minuteMs);
  const counting = keepCountingUses(context, log.warn);
  return {
    close: async () => {
      clearInterval(daily);
      clearInterval(hourly);
      clearInterval(eachMinute);
      stopping.abort();
      await Promise.all([counting.stop(), sweeping, attending, figures]);
    },
  };
}

async function sweepAndLog(context: RepositoryContext, signal: AbortSignal, log: UpkeepLog): Promise<void> {
  const { objects, bytes, unfinished } = await sweepObjects(context, signal);
  if (objects + unfinished === 0) return;
  log.info(`Removed ${objects} objects (${bytes} bytes) that nothing refers to, ${unfinished} unfinished.`);
}
