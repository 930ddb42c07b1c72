import { randomUUID } from 'node:crypto';

import { groupBy } from '@domain/group-by';
import type { DownloadRequest, DownloadSession, MyDownload } from '@domain/api/downloads';
import { Refusal } from '@domain/error-codes';
import { isDownloadOpen } from '@domain/licences';

import { type OwnerUseCase, requireOwner } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { isCountryName } from '../../metadata/codes';
import { packageFileName } from '../../packaging/package-files';
import { refuseWithdrawn } from '../../publication/find-data-set';
import { listTombstones } from '../../publication/tombstone';
import { dataSetFileName, toSearchRow } from '../../search/search-row';
import { type DataSetRecord, listDataSets } from '../../store/data-set-records';
import {
  type DownloadSession as StoredSession,
  findSession,
  insertSession,
  listOpenItems,
  openSession,
} from '../../store/download-sessions';
import { listFollowed } from '../../store/version-followers';
import { listSeries, listVersionsOfSeries, newestAccepted, seriesOf } from '../../store/versions';

/**
 * Starts a download session with the chosen data sets. It is open at once unless one of them has the Scientific Use
 * File licence, whose form must be answered first.
 */
export async function startDownload(
  actor: Actor,
  repository: RepositoryContext,
  chosen: number[],
): Promise<{ session: string; open: boolean; fileName: string }> {
  const numbers = [...new Set(chosen)];
  const records = await listDataSets(repository.db, numbers);
  if (records.length < numbers.length) {
    await refuseWithdrawn(repository.db, numbers);
    throw new Refusal('not-found');
  }
  const now = repository.now();
  const open = isDownloadOpen(
    records.flatMap(({ row }) => row.rights),
    false,
  );
  const id = randomUUID();
  await repository.db.transaction((tx) =>
    insertSession(tx, { id, subject: actor.subject, createdAt: now, openedAt: open ? now : null }, numbers),
  );
  return { session: id, open, fileName: packageFileName(now, repository.settings.timeZone) };
}

/**
 * A download session with its data sets, and whether they may be downloaded, which takes an answered form if a
 * licence requires it. With `only`, just that data set. Refuses with 'not-found' for other users' sessions, and with
 * 'data-set-withdrawn'.
 */
export async function findDownload(
  useCase: OwnerUseCase,
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  only?: number,
): Promise<{ session: StoredSession; records: DataSetRecord[]; isOpen: boolean }> {
  const session = await findSession(repository.db, id);
  if (!session) throw new Refusal('not-found');
  requireOwner(useCase, actor, { owner: session.subject });
  const wanted = only === undefined ? session.numbers : session.numbers.filter((nr) => nr === only);
  await refuseWithdrawn(repository.db, wanted);
  const records = await listDataSets(repository.db, wanted);
  const rights = records.flatMap(({ row }) => row.rights);
  const isOpen = session.openedAt !== null && isDownloadOpen(rights, session.purpose !== null);
  return { session, records, isOpen };
}

/** Files of a download session for the licence form. */
export async function showDownload(actor: Actor, repository: RepositoryContext, id: string): Promise<DownloadSession> {
  const { session, records, isOpen } = await findDownload('showDownload', actor, repository, id);
  return {
    session: session.id,
    open: isOpen,
    files: records.map((record) => ({ ...toSearchRow(record, repository), fileName: dataSetFileName(record) })),
  };
}

/**
 * Opens a download session with the answers of its licence form. Later answers are ignored. Refuses with
 * 'download-form-invalid' if no country has that name.
 */
export async function openDownload(
  actor: Actor,
  repository: RepositoryContext,
  request: DownloadRequest,
): Promise<{ session: string; fileName: string }> {
  const { session, isOpen } = await findDownload('openDownload', actor, repository, request.session);
  const { institution, country, purpose } = request;
  if (!isCountryName(country)) throw new Refusal('download-form-invalid', {}, { errors: [{ path: 'country' }] });
  if (!isOpen) {
    await openSession(repository.db, session.id, { institution, country, purpose }, repository.now());
  }
  return { session: session.id, fileName: packageFileName(session.createdAt, repository.settings.timeZone) };
}

/** The actor's open download sessions, newest first. */
export async function listDownloads(
  actor: Actor,
  { db }: RepositoryContext,
): Promise<{ session: string; date: string }[]> {
  const items = await listOpenItems(db, actor.subject);
  const dates = new Map(items.map(({ session, date }) => [session, date.toISOString()]));
  return [...dates].map(([session, date]) => ({ session, date }));
}

/** Data sets that the actor has downloaded, each once with its newest session; of withdrawn ones what is left. */
export async function listDownloadedDataSets(actor: Actor, repository: RepositoryContext): Promise<MyDownload[]> {
  const newest = new Map<number, { session: string; date: Date }>();
  for (const { nr, session, date } of await listOpenItems(repository.db, actor.subject)) {
    if (!newest.has(nr)) newest.set(nr, { session, date });
  }
  const numbers = [...newest.keys()];
  const records = await listDataSets(repository.db, numbers);
  const tombstones = await listTombstones(repository, numbers);
  const all = [...records, ...[...tombstones.values()].map(({ record }) => record)];
  const versions = await findNewerVersions(actor, repository, all);
  const order = (record: DataSetRecord) => numbers.indexOf(record.nr);
  return all
    .toSorted((a, b) => order(a) - order(b))
    .flatMap((record) => {
      const download = newest.get(record.nr);
      const version = versions.get(record.nr);
      if (!download || !version) return [];
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
        ...version,
        withdrawn: tombstones.get(record.nr)?.withdrawn ?? null,
      };
    });
}

type OfVersions = Required<Pick<MyDownload, 'version' | 'newer' | 'hasMails'>>;

/** Which version each data set is, whether there is a newer one, and whether the actor gets mails about them. */
async function findNewerVersions(
  actor: Actor,
  { db }: RepositoryContext,
  records: readonly DataSetRecord[],
): Promise<Map<number, OfVersions>> {
  const series = await listSeries(
    db,
    records.map(({ upload }) => upload),
  );
  const all = groupBy(await listVersionsOfSeries(db, [...new Set(series.values())]), ({ upload }) => seriesOf(upload));
  const followed = await listFollowed(db, actor.subject);
  return new Map(
    records.map(({ nr, upload }): [number, OfVersions] => {
      const first = series.get(upload) ?? upload;
      const versions = all.get(first) ?? [];
      const own = versions.find((version) => version.upload.number === upload)?.upload.version ?? 1;
      const newest = newestAccepted(versions)?.upload;
      const newer =
        newest && newest.nr !== null && newest.version > own ? { nr: newest.nr, version: newest.version } : null;
      return [nr, { version: versions.length > 1 ? own : null, newer, hasMails: followed.has(first) }];
    }),
  );
}
