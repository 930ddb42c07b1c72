import type { NoteReader } from '@domain/board/notes';
import type { Language } from '@domain/language';
import { titlesOf } from '@domain/metadata/text-language';
import { formatUploadId } from '@domain/upload-id';

import type { RepositoryContext } from '../context/context';
import { listExperts } from '../context/list-experts';
import { listProfiles } from '../store/board';
import type { Transaction } from '../store/database';
import { findPeople, type Person } from '../store/people';
import type { UploadProgress } from '../store/upload-progress';
import { keepWaitingMail } from '../store/waiting-mails';
import { composeMail, isForBoard, type MailKind, type MailValues } from './compose-mail';

/** Recipients of one kind of mail. */
export interface Mailing {
  kind: MailKind;
  people: Pick<Person, 'subject' | 'name' | 'email'>[];
  /** Path of the page to which the mail links, if it is not that of its kind. */
  path?: string;
  /** Day until which an answer is expected, yyyy-MM-dd. */
  due?: string;
  /** Who can read the note that the mail is about. */
  readers?: NoteReader;
  /** Letter about a decision, or a reason. */
  letter?: string;
  /** Name of the co-author, or of who wants to be one, whom the mail is about. */
  person?: string;
}

type MailSubject = Pick<UploadProgress, 'upload' | 'study' | 'file' | 'doi' | 'n' | 'dataTables'>;

/** Somebody who gets a mail. */
interface Recipient extends Pick<Person, 'subject' | 'name' | 'email'> {
  language: Language | null;
  /** Mails of the board wait for the next day. */
  isDaily: boolean;
}

/**
 * Enqueues the mails about an upload in the caller's transaction, in the language of each reader. People without an
 * e-mail address are left out, and those of the board who have lost the role. Who chose one mail a day gets those of
 * the board with it, except an invitation, which waits for an answer.
 */
export async function enqueueMails(
  tx: Transaction,
  repository: RepositoryContext,
  about: MailSubject,
  mailings: Mailing[],
): Promise<void> {
  const { jobs, now } = repository;
  for (const mailing of mailings) {
    const { kind } = mailing;
    const recipients = await findRecipients(tx, repository, mailing);
    if (recipients.length === 0) continue;
    const values = await valuesOf(tx, repository, about, mailing);
    for (const { subject, name, email, language, isDaily } of recipients) {
      const mail = composeMail(kind, email, language, { ...values, name: name || email });
      if (isDaily && kind !== 'invited') await keepWaitingMail(tx, { recipient: subject, ...mail, at: now() });
      else await jobs.enqueue(tx, 'send-mail', mail);
    }
  }
}

async function findRecipients(
  tx: Transaction,
  repository: RepositoryContext,
  { kind, people }: Mailing,
): Promise<Recipient[]> {
  const subjects = people.map(({ subject }) => subject);
  if (subjects.length === 0) return [];
  if (!isForBoard(kind)) {
    const known = await findPeople(tx, subjects);
    return people
      .filter(({ email }) => email !== '')
      .map((person) => ({ ...person, language: known.get(person.subject)?.language ?? null, isDaily: false }));
  }
  const profiles = await listProfiles(tx);
  const experts = await listExperts(tx, repository);
  return experts
    .filter(({ subject }) => subjects.includes(subject))
    .map((expert) => ({ ...expert, isDaily: profiles.get(expert.subject)?.mails === 'daily' }));
}

async function valuesOf(
  tx: Transaction,
  { settings, doi: registrar }: RepositoryContext,
  about: MailSubject,
  { kind, path, due = '', readers, letter = '', person = '' }: Mailing,
): Promise<MailValues> {
  const { upload, study, file, n, dataTables } = about;
  const registered = about.doi?.state === 'findable' ? about.doi : null;
  const isTest = (registered?.registrar ?? registrar.kind) !== 'datacite';
  const owner = isForBoard(kind) ? (await findPeople(tx, [upload.owner])).get(upload.owner) : undefined;
  return {
    name: '',
    titles: study.title === null ? [] : titlesOf(study.metadata),
    file: file.name,
    address: settings.origin + (path ?? pathOf(kind, about)),
    due,
    ...(readers && readers !== 'contributor' ? { readers } : {}),
    letter,
    person,
    doi: {
      name: registered?.doi ?? registrar.doiOf(upload.number),
      status: isTest ? 'test' : kind === 'accepted' ? 'registered' : 'reserved',
    },
    contributor: [owner?.name ?? '', owner?.email ?? ''].filter((part) => part !== '').join(', '),
    n,
    rows: dataTables.reduce((sum, { rowCount }) => sum + rowCount, 0),
  };
}

/** Page to which the mail links. */
function pathOf(kind: MailKind, { upload }: Pick<UploadProgress, 'upload'>): string {
  const id = formatUploadId(upload.number, upload.kind);
  switch (kind) {
    case 'submitted':
    case 'changesRequested':
    case 'changesDue':
    case 'rejected':
    case 'reviewReopened':
      return `/file-upload/submit/${id}`;
    case 'noteToContributor':
      return `/file-upload/conversation/${id}`;
    case 'changesAsked':
      return `/editorial-board/history/${id}`;
    case 'letterNeeded':
      return `/editorial-board/letter/${id}`;
    case 'voteNeeded':
    case 'votesDisagree':
    case 'invited':
    case 'voteDue':
    case 'voteOverdue':
    case 'handedIn':
    case 'boardAccepted':
    case 'boardRejected':
    case 'metadataCorrected':
      return `/editorial-board/vote/${id}`;
    case 'noteToBoard':
      return `/editorial-board/notes/${id}`;
    case 'expertsNeeded':
    case 'panelOverdue':
    case 'tieOverdue':
    case 'tieRepeated':
    case 'changesOverdue':
      return `/editorial-board/panels/${id}`;
    case 'withdrawn':
    case 'noLongerNeeded':
      return '/editorial-board';
    case 'withdrawalAsked':
    case 'removalAsked':
      return `/editorial-board/withdrawal/${id}`;
    case 'withdrawalDeclined':
    case 'dataWithdrawn':
    case 'dataRestored':
    case 'dataRemoved':
    case 'removalAskedByChair':
    case 'removalDeclined':
      return `/file-upload/withdrawal/${id}`;
    case 'chairsOfferDeclined':
      return `/editorial-board/owner/${id}`;
    case 'correctionProposed':
      return `/editorial-board/correction/${id}`;
    case 'correctionDeclined':
      return `/file-upload/correct-metadata/${id}`;
    case 'coAuthorJoined':
    case 'coAuthorDeclined':
    case 'coAuthorLeft':
    case 'ownershipOfferedForYou':
    case 'ownershipDeclined':
    case 'ownershipTaken':
    case 'ownerDeleted':
      return `/file-upload/co-authors/${id}`;
    // Invitations have a link of their own. Whoever is no longer a co-author cannot open the upload.
    case 'coAuthorInvited':
    case 'ownershipOffered':
    case 'ownershipOfferedByChair':
    case 'coAuthorEnded':
    case 'sharedUploadDeleted':
    case 'ownershipHandedOn':
      return '/file-upload';
    case 'embargoLengthened':
    case 'embargoEnds':
      return `/file-upload/embargo/${id}`;
    case 'dataPublished':
    case 'correctionConsented':
    case 'correctionClosed':
    case 'accepted':
      return `/data-set/${upload.nr}`;
  }
}
