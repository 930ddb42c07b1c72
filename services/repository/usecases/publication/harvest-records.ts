import type { RepositoryContext } from '../../context/context';
import { type DataciteRecord, dataciteRecord } from '../../doi/datacite-record';
import { describeSubject } from '../../doi/describe-subject';
import { toDublinCore } from '../../harvest/dublin-core';
import { HarvestError } from '../../harvest/harvest-error';
import { toOaiDatacite } from '../../harvest/oai-datacite';
import { type HarvestPrefix, type HarvestRequest, type ListedRecords, readRequest } from '../../harvest/read-request';
import { readIdentifier } from '../../harvest/record-identifier';
import { readToken, writeToken } from '../../harvest/resumption-token';
import { listSets } from '../../harvest/sets';
import {
  describeFormats,
  describeIdentity,
  describeSets,
  writeAnswer,
  writeError,
  writeHeader,
} from '../../harvest/write-answer';
import { type DataSetRecord, listDataSets } from '../../store/data-set-records';
import { installationId, type Transaction } from '../../store/database';
import { findDoiSubject } from '../../store/dois';
import {
  everyRecord,
  findEntry,
  findFirstTime,
  type HarvestEntry,
  listEntries,
  listSetsOf,
  readHarvest,
} from '../../store/harvest';
import type { XmlElement } from '../../xml';

/** Records on a page. Own estimate: at most a few megabytes of XML, and one request a second for 100 data sets. */
const pageRecords = 100;

/**
 * Answers a request of a harvester (OAI-PMH 2.0) with XML. Requests that are not valid get an answer, too. Open to
 * everybody: records contain what data set pages describe, and no rows.
 */
export async function harvestRecords(repository: RepositoryContext, given: URLSearchParams): Promise<string> {
  const { origin } = repository.settings;
  const frame = { origin, given, at: repository.now() };
  try {
    const { at, content } = await answer(repository, readRequest(given));
    return writeAnswer({ ...frame, at }, content);
  } catch (error) {
    if (!(error instanceof HarvestError)) throw error;
    return writeError(frame, error);
  }
}

/** Content of an answer, and the time up to which it knows all records. */
interface Answer {
  at: Date;
  content: XmlElement;
}

async function answer(repository: RepositoryContext, request: HarvestRequest): Promise<Answer> {
  const { db, settings, now } = repository;
  switch (request.verb) {
    case 'Identify': {
      const since = await findFirstTime(db);
      return { at: now(), content: describeIdentity({ ...settings, since: since ?? now() }) };
    }
    case 'ListSets':
      return { at: now(), content: describeSets(listSets(settings.origin)) };
    case 'ListMetadataFormats':
      if (request.identifier !== null) await findRecord(repository, request.identifier);
      return { at: now(), content: describeFormats() };
    case 'GetRecord': {
      const { at, ...found } = await findRecord(repository, request.identifier);
      const [record] = await writeRecords(repository, found, request.prefix);
      return { at, content: { GetRecord: { record } } };
    }
    case 'ListIdentifiers':
    case 'ListRecords':
      return answerList(repository, request);
  }
}

interface FoundEntries {
  entries: HarvestEntry[];
  /** Sets of the entries, by number. */
  sets: Map<number, string[]>;
}

/** Reads entries with their sets, and the time up to which all are known. */
function readEntries(
  { db }: RepositoryContext,
  read: (tx: Transaction) => Promise<HarvestEntry[]>,
): Promise<FoundEntries & { at: Date }> {
  return readHarvest(db, async (tx, at) => {
    const entries = await read(tx);
    const sets = await listSetsOf(
      tx,
      entries.map(({ nr }) => nr),
    );
    return { at, entries, sets };
  });
}

/** The record of an identifier. Throws HarvestError 'idDoesNotExist'. */
async function findRecord(repository: RepositoryContext, identifier: string): Promise<FoundEntries & { at: Date }> {
  const nr = readIdentifier(repository.settings.origin, identifier);
  const found = nr === null ? null : await readEntries(repository, (tx) => findEntry(tx, nr));
  if (!found || found.entries.length === 0) {
    throw new HarvestError('idDoesNotExist', 'There is no record with this identifier.');
  }
  return found;
}

type ListRequest = Extract<HarvestRequest, { token: string | null }>;

async function answerList(repository: RepositoryContext, request: ListRequest): Promise<Answer> {
  const key = await installationId(repository.db);
  const position = request.token === null ? null : readToken(request.token, request.verb, key);
  const { verb, prefix, set, fromMs, beforeMs } = position ?? (request as ListedRecords);
  const page = { set: set ?? everyRecord, fromMs, beforeMs, after: position?.after ?? null };
  // One more, which tells whether there is a further page.
  const { at, ...found } = await readEntries(repository, (tx) => listEntries(tx, { ...page, limit: pageRecords + 1 }));
  const shown = { ...found, entries: found.entries.slice(0, pageRecords) };
  const last = shown.entries.at(-1);
  if (!last) throw new HarvestError('noRecordsMatch', 'There are no such records.');
  const sent = position?.sent ?? 0;
  const after = { ms: last.changedAt.getTime(), nr: last.nr };
  const next = { verb, prefix, set, fromMs, beforeMs, after, sent: sent + shown.entries.length };
  const isLast = found.entries.length <= pageRecords;
  const content = {
    ...(verb === 'ListRecords'
      ? { record: await writeRecords(repository, shown, prefix) }
      : { header: shown.entries.map((entry) => headerOf(repository, shown, entry)) }),
    ...(isLast && sent === 0 ? {} : writeNext(sent, isLast ? '' : writeToken(next, key))),
  };
  return { at, content: { [verb]: content } };
}

/** The token of the next page; the last page of several has an empty one. No size is given: lists grow. */
function writeNext(sent: number, token: string): XmlElement {
  return { resumptionToken: { '@': { cursor: String(sent) }, '#text': token } };
}

function headerOf({ settings }: RepositoryContext, { sets }: FoundEntries, entry: HarvestEntry): XmlElement {
  return writeHeader(settings.origin, entry, sets.get(entry.nr) ?? []);
}

async function writeRecords(
  repository: RepositoryContext,
  found: FoundEntries,
  prefix: HarvestPrefix,
): Promise<XmlElement[]> {
  const numbers = found.entries.flatMap(({ nr, isDeleted }) => (isDeleted ? [] : [nr]));
  const byNumber = new Map((await listDataSets(repository.db, numbers)).map((record) => [record.nr, record]));
  const written: XmlElement[] = [];
  for (const entry of found.entries) {
    const record = byNumber.get(entry.nr);
    // It may have been withdrawn after the entry was read.
    const header = headerOf(repository, found, { ...entry, isDeleted: !record });
    written.push(record ? { header, metadata: await writeMetadata(repository, record, prefix) } : { header });
  }
  return written;
}

async function writeMetadata(
  repository: RepositoryContext,
  record: DataSetRecord,
  prefix: HarvestPrefix,
): Promise<XmlElement> {
  const description = dataciteRecord(record) ?? (await describeUnregistered(repository, record));
  if (prefix === 'oai_datacite') return toOaiDatacite(description);
  return toDublinCore(description, `${repository.settings.origin}/data-set/${record.nr}`);
}

/** The description that the DOI of a data set will get. */
async function describeUnregistered(repository: RepositoryContext, { upload }: DataSetRecord): Promise<DataciteRecord> {
  const subject = await findDoiSubject(repository.db, upload);
  if (!subject) throw new Error(`The upload ${upload} of a published data set is missing.`);
  return describeSubject(repository, subject);
}
