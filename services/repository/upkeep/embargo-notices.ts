import { isNoticeDue } from '@domain/life/embargo-changes';
import { embargoDay } from '@domain/metadata/embargo';

import type { RepositoryContext } from '../context/context';
import { findParts } from '../corrections/lock-study';
import { embargoFactsOf } from '../life/change-embargo';
import { enqueueMails } from '../mail/enqueue-mails';
import { findOwner } from '../mail/mail-recipients';
import type { Transaction } from '../store/database';
import { lockVersions } from '../store/locks';
import { listUnpublished, setEmbargoNotice } from '../store/published-data-sets';
import { findUploadProgress } from '../store/upload-progress';
import { seriesOf } from '../store/versions';

/**
 * Tells contributors that the embargo of their data set ends soon. Called at the start of the server and every hour.
 * The end that was told is stored in the transaction that enqueues the mail, so each end is told once, on however many
 * servers this runs; another end is told again. Data sets that fail are reported and do not keep the others waiting.
 */
export async function tellOfEmbargoes(repository: RepositoryContext, report: (error: unknown) => void): Promise<void> {
  const { db, jobs } = repository;
  const waiting = await listUnpublished(db, { withJobs: true });
  for (const { number } of waiting.filter(({ metadata }) => embargoDay(metadata) !== '')) {
    await db.transaction((tx) => tellOwner(tx, repository, number)).catch(report);
  }
  jobs.nudge();
}

async function tellOwner(tx: Transaction, repository: RepositoryContext, number: number): Promise<void> {
  const found = await findUploadProgress(tx, number);
  if (!found) return;
  await lockVersions(tx, seriesOf(found.upload));
  const progress = await findUploadProgress(tx, number);
  if (!progress) return;
  const { upload, study } = progress;
  const { accepted } = await findParts(tx, number);
  const facts = await embargoFactsOf(tx, repository, progress, accepted);
  const end = embargoDay(study.metadata);
  if (facts.isPublished || facts.isWithdrawn || upload.embargoNotice === end || !isNoticeDue(end, facts)) return;
  await setEmbargoNotice(tx, number, end);
  const people = await findOwner(tx, progress);
  await enqueueMails(tx, repository, progress, [{ kind: 'embargoEnds', people, due: end }]);
}
