import type { MetadataEntry } from '@domain/api/metadata';
import { type HistoryContent, isOfContributorSide } from '@domain/board/history';
import { Refusal } from '@domain/error-codes';
import { withChanges } from '@domain/life/corrections';
import type { FieldChange } from '@domain/metadata/compare';
import { cleanEntries, firstValueOf, publicEntries } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { titleError, titleKeyOf } from '@domain/metadata/validate';

import type { Actor, RepositoryContext } from '../context/context';
import { describeSubject } from '../doi/describe-subject';
import { keepInHistory } from '../editorial/board-state';
import { setsOf } from '../harvest/sets';
import { enqueueMails } from '../mail/enqueue-mails';
import { formFields, topFieldOf } from '../metadata/schema';
import { enqueueNorms } from '../norms/enqueue-norms';
import { correctedRow } from '../publication/data-set-facts';
import { forgetShared } from '../publication/forget-shared';
import { updateSearch } from '../search/found-data-sets';
import { listHolders } from '../store/board';
import type { Transaction } from '../store/database';
import { findDoi, findDoiSubject, saveDescribed } from '../store/dois';
import { replaceSets } from '../store/harvest';
import { listPublishedDescriptions, saveDescription, setCorrectedAt } from '../store/metadata-corrections';
import { isTitleTaken, saveStudyMetadata } from '../store/studies';
import { seriesOf } from '../store/versions';
import { type FactsOfData, FactsMissing, needsFacts } from './facts-of-data';
import type { LockedStudy } from './lock-study';

/** A correction that is to be applied. */
export interface Correction {
  changes: readonly FieldChange[];
  /** Public note of the contributor, or public reason of the chair. */
  note: string;
  /** The contributor applies it, or somebody of the board by consent; or the embargo was changed. */
  act: 'corrected' | 'consented-to-correction' | 'shortened-embargo' | 'lengthened-embargo';
  /** New end of the embargo, yyyy-MM-dd. */
  until?: string;
  actor: Actor;
  facts: FactsOfData;
}

/**
 * Applies a correction to a locked study: its metadata, the descriptions of its data sets in the store and of their
 * DOIs, search, harvest, history, and the job that tells DataCite. The title must be locked, if it changes. Refuses
 * with 'title-taken'; throws FactsMissing if `facts` lacks a data set.
 */
export async function applyCorrection(
  tx: Transaction,
  repository: RepositoryContext,
  locked: LockedStudy,
  correction: Correction,
): Promise<void> {
  const { study, accepted, reviewed } = locked;
  const { jobs, now } = repository;
  const correctedAt = now();
  const changed = withChanges(study.metadata, correction.changes, topFieldOf);
  const metadata = cleanEntries(formFields('en'), changed);
  // Who acts for the board stays unknown to the contributor.
  const savedBy = isOfContributorSide(correction.act) ? correction.actor.subject : null;
  await saveStudy(tx, study.id, metadata, { savedAt: correctedAt, savedBy });
  const numbers = accepted.map(({ upload }) => upload.number);
  await setCorrectedAt(tx, numbers, correctedAt);
  const { act, actor } = correction;
  for (const member of accepted) await keepInHistory(tx, repository, member, { act, actor, content: told(correction) });
  await tellReviewers(tx, repository, reviewed, correction);
  for (const { upload } of [...accepted, ...reviewed]) {
    await describeDoi(tx, repository, upload.number);
    await jobs.enqueue(tx, 'register-doi', { upload: upload.number });
  }
  await describeDataSets(tx, { metadata, numbers, correction });
  await forgetShared(tx, repository, numbers);
  await enqueueNorms(tx, repository);
  await updateSearchAndHarvest(tx, locked);
}

/** What the history keeps. The reason for another embargo is public as those of other acts are. */
function told({ note, until, changes }: Correction): HistoryContent {
  if (until === undefined) return { note, changes: [...changes] };
  return { ...(note === '' ? {} : { reason: note }), until, changes: [...changes] };
}

async function saveStudy(
  tx: Transaction,
  study: number,
  metadata: MetadataEntry[],
  saved: { savedAt: Date; savedBy: string | null },
): Promise<void> {
  const title = firstValueOf(metadata, fieldIds.title);
  const titleKey = titleKeyOf(title);
  if (await isTitleTaken(tx, titleKey, [study])) {
    throw new Refusal('title-taken', {}, { errors: [titleError('title-taken')] });
  }
  await saveStudyMetadata(tx, study, { title, titleKey, metadata, ...saved });
}

/** Experts who review another upload of the study see what was changed. The act is the same: it tells whose it was. */
async function tellReviewers(
  tx: Transaction,
  repository: RepositoryContext,
  reviewed: LockedStudy['reviewed'],
  correction: Correction,
): Promise<void> {
  const { act, actor } = correction;
  for (const member of reviewed) {
    await keepInHistory(tx, repository, member, { act, actor, content: told(correction) });
    const people = await listHolders(tx, member.upload.number);
    await enqueueMails(tx, repository, member, [{ kind: 'metadataCorrected', people }]);
  }
}

/** The page and all formats are made from the description of the DOI, which DataCite may get later. */
async function describeDoi(tx: Transaction, repository: RepositoryContext, upload: number): Promise<void> {
  const known = await findDoi(tx, upload);
  const subject = known && (await findDoiSubject(tx, upload));
  if (subject) await saveDescribed(tx, upload, await describeSubject({ ...repository, db: tx }, subject));
}

async function describeDataSets(
  tx: Transaction,
  { metadata, numbers, correction }: { metadata: MetadataEntry[]; numbers: number[]; correction: Correction },
): Promise<void> {
  const open = publicEntries(formFields('en'), metadata);
  for (const { nr, row, postalAreas, publishedAt } of await listPublishedDescriptions(tx, numbers)) {
    const description = correction.facts.get(nr) ?? null;
    if (!correction.facts.has(nr) && needsFacts(correction.changes)) throw new FactsMissing();
    await saveDescription(tx, nr, {
      metadata: open,
      row: correctedRow(row, { metadata: open, description, publishedAt }),
      postalAreas: description?.postalAreas ?? postalAreas,
    });
  }
}

/** Comes last, because it takes the locks that come last. */
async function updateSearchAndHarvest(tx: Transaction, { accepted }: LockedStudy): Promise<void> {
  const published = await listPublishedDescriptions(
    tx,
    accepted.filter(({ upload }) => upload.withdrawnAt === null).map(({ upload }) => upload.number),
  );
  const series = accepted
    .filter(({ upload }) => published.some((one) => one.upload === upload.number))
    .map(({ upload }) => seriesOf(upload));
  for (const one of [...new Set(series)].sort((a, b) => a - b)) await updateSearch(tx, one);
  for (const { nr, row } of published) await replaceSets(tx, nr, setsOf(row));
}
