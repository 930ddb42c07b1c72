import { Readable } from 'node:stream';

import { type LicenceAnswers, type MyDataSet, OpenVersionStatusSchema } from '@domain/api/my-data-sets';
import type { UseKind } from '@domain/api/use';
import type { Language } from '@domain/language';
import { asksForLicenceForm } from '@domain/licences';
import { nextActsOf, nextActsOfOther } from '@domain/life/next-acts';
import { localDay } from '@domain/local-time';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { describedIn } from '@domain/metadata/text-language';
import { pageOf, pageWindow } from '@domain/page-of';
import { formatUploadId } from '@domain/upload-id';
import { isOpen, listedStatus } from '@domain/upload-status';
import { nextStep } from '@domain/workflow-steps';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { doiUrl } from '../../doi/registrars';
import { licenceAnswersCsv } from '../../life/licence-answers-file';
import {
  countLicenceAnswers,
  listLicenceAnswers,
  listOwnSeries,
  listRights,
  type OwnSeries,
  sumUses,
} from '../../store/own-data-sets';
import { listUploadProgress, type UploadProgress } from '../../store/upload-progress';
import { listAcceptedVersions, listVersionsOfSeries, newestAccepted, seriesOf } from '../../store/versions';

/** What has been counted of data sets, by their public numbers. */
interface Counted {
  uses: Record<UseKind, Map<number, number>>;
  /** Answered licence forms; only of data sets whose licence asks for one. */
  answers: Map<number, number>;
}

/**
 * A page of the actor's data sets, each with all its versions, and their total number. `page` counts from 1 and is
 * limited to the last page.
 */
export async function listMyDataSets(
  actor: Actor,
  repository: RepositoryContext,
  page: number,
): Promise<{ dataSets: MyDataSet[]; total: number }> {
  const { db } = repository;
  const all = await listOwnSeries(db, actor.subject);
  const shown = pageOf(all, page);
  const accepted = await listVersionsOfSeries(
    db,
    shown.flatMap((versions) => versions.map(({ number }) => number)),
  );
  const chosen = shown.map((versions) => choose(versions, accepted));
  const progress = new Map(
    (await listUploadProgress(db, [...new Set([...chosen, ...accepted.map(({ upload }) => upload.number)])])).map(
      (one): [number, UploadProgress] => [one.upload.number, one],
    ),
  );
  const counted = await countAll(repository, shown.flat());
  const dataSets = shown.flatMap((versions, index) => {
    const present = progress.get(chosen[index] ?? 0);
    if (!present) return [];
    const others = versions.flatMap(({ number, status }) =>
      number !== present.upload.number && status === 'Accepted' ? (progress.get(number) ?? []) : [],
    );
    return { ...describe(repository, versions, present, counted), otherVersions: viewOthers(repository, others) };
  });
  return { dataSets, total: all.length };
}

/** Number of the upload that is told about: the version that everybody sees first, or else the newest. */
function choose(versions: OwnSeries, accepted: Awaited<ReturnType<typeof listAcceptedVersions>>): number {
  const own = accepted.filter(({ upload }) => versions.some(({ number }) => number === upload.number));
  const newest = newestAccepted(own) ?? own.at(-1);
  return newest?.upload.number ?? versions[0]?.number ?? 0;
}

async function countAll({ db }: RepositoryContext, versions: OwnSeries): Promise<Counted> {
  const numbers = versions.flatMap(({ nr }) => nr ?? []);
  const uses = await sumUses(db, numbers);
  const of = (kind: UseKind) =>
    new Map(uses.flatMap((one): [number, number][] => (one.kind === kind ? [[one.nr, one.uses]] : [])));
  const asking = await listAsking(db, numbers);
  const counts = await countLicenceAnswers(db, asking);
  return {
    uses: { view: of('view'), download: of('download') },
    answers: new Map(asking.map((nr) => [nr, counts.get(nr) ?? 0])),
  };
}

/** Those of the published data sets whose licence asks for a form. */
async function listAsking(db: RepositoryContext['db'], numbers: number[]): Promise<number[]> {
  const rights = await listRights(db, numbers);
  return numbers.filter((nr) => asksForLicenceForm(rights.get(nr) ?? []));
}

/** What withdrawal and embargo make of a version. */
function stateOf({ settings, now }: RepositoryContext, { upload, study, withdrawal }: UploadProgress) {
  const isWithdrawn = upload.withdrawnAt !== null;
  const isWithdrawalAsked = Boolean(withdrawal?.askedAt);
  const lasts = isUnderEmbargo(study.metadata, localDay(now(), settings.timeZone));
  const isEmbargoed = upload.status === 'Accepted' && !isWithdrawn && lasts;
  const asked = isWithdrawalAsked ? ('asked' as const) : null;
  return {
    withdrawal: isWithdrawn ? ('withdrawn' as const) : asked,
    embargo: isEmbargoed ? embargoDay(study.metadata) : '',
    facts: { isWithdrawn, isWithdrawalAsked, isUnderEmbargo: isEmbargoed },
  };
}

/** Those of some accepted versions of which there is more to say than that they are published. */
function viewOthers(repository: RepositoryContext, others: readonly UploadProgress[]): MyDataSet['otherVersions'] {
  return others
    .toSorted((one, other) => other.upload.version - one.upload.version)
    .flatMap((present) => {
      const { withdrawal, embargo, facts } = stateOf(repository, present);
      if (withdrawal === null && embargo === '') return [];
      const { number, kind, version } = present.upload;
      return { id: formatUploadId(number, kind), version, withdrawal, embargo, acts: nextActsOfOther(facts) };
    });
}

function describe(
  repository: RepositoryContext,
  versions: OwnSeries,
  present: UploadProgress,
  counted: Counted,
): Omit<MyDataSet, 'otherVersions'> {
  const { upload, study, file, flags, doi, hasOverriddenProblems } = present;
  const { withdrawal, embargo, facts } = stateOf(repository, present);
  const open = upload.status === 'Accepted' ? versions.find(({ status }) => isOpen(status)) : undefined;
  const total = (by: Map<number, number>) => versions.reduce((sum, { nr }) => sum + (by.get(nr ?? 0) ?? 0), 0);
  const hasForm = versions.some(({ nr }) => nr !== null && counted.answers.has(nr));
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    title: study.title,
    titleLanguage: describedIn(study.metadata),
    translatedTitle: firstValueOf(study.metadata, fieldIds.translatedTitle),
    file: file.name,
    status: listedStatus(upload.status, hasOverriddenProblems),
    changesRequested: upload.status === 'ChangesRequested',
    withdrawal,
    embargo,
    doi: doi?.doi ?? null,
    doiUrl: doi && doiUrl(doi, upload.nr, repository.settings.origin),
    version: upload.version,
    versions: versions.filter(({ status }) => status === 'Accepted').length,
    next: file.state === 'ready' ? nextStep(flags) : null,
    openVersion: open
      ? {
          id: formatUploadId(open.number, open.kind),
          version: open.version,
          status: OpenVersionStatusSchema.parse(open.status),
        }
      : null,
    views: total(counted.uses.view),
    downloads: total(counted.uses.download),
    answers: hasForm ? total(counted.answers) : null,
    acts: nextActsOf({ status: upload.status, openVersion: open?.status ?? null, ...facts }),
  };
}

/**
 * Who downloaded the versions of the actor's data set and for which purpose, as they stated in the download form,
 * the newest first, with the number of all. `page` counts from 1 and is limited to the last page; null lists all.
 * Refuses with 'not-found' for data sets of others, and with 'right-missing' for co-authors.
 */
export async function listAnswers(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  page: number | null,
): Promise<LicenceAnswers & { total: number }> {
  const { db, settings } = repository;
  const { upload, study } = await findAllowedUpload('listAnswers', actor, db, id);
  const versions = (await listAcceptedVersions(db, seriesOf(upload))).filter(
    (one) => one.upload.owner === upload.owner,
  );
  const versionOf = new Map(
    versions.flatMap((one) => (one.upload.nr === null ? [] : [[one.upload.nr, one.upload.version]])),
  );
  const asking = await listAsking(db, [...versionOf.keys()]);
  const total = [...(await countLicenceAnswers(db, asking)).values()].reduce((sum, count) => sum + count, 0);
  const answers = await listLicenceAnswers(db, asking, page === null ? null : pageWindow(total, page));
  return {
    total,
    title: study.title,
    titleLanguage: describedIn(study.metadata),
    translatedTitle: firstValueOf(study.metadata, fieldIds.translatedTitle),
    answers: answers.map(({ nr, openedAt, ...stated }) => ({
      date: localDay(openedAt, settings.timeZone),
      version: versionOf.get(nr) ?? 1,
      ...stated,
    })),
  };
}

/** The same as a CSV file for the spreadsheet program of a language. Refuses like `listAnswers`. */
export async function exportAnswers(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  language: Language,
): Promise<{ fileName: string; open: () => Readable }> {
  const { answers } = await listAnswers(actor, repository, id, null);
  return {
    fileName: `${id}-licence-answers.csv`,
    open: () => Readable.from(licenceAnswersCsv(answers, language), { objectMode: false }),
  };
}
