import type { NewNote, ReviewNote } from '@domain/board/notes';
import { Refusal } from '@domain/error-codes';
import { maxNotes } from '@domain/limits';

import { findAllowedUpload, lockAllowedUpload, requireReviewer, standingOf } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { keepInHistory } from '../../editorial/board-state';
import { listExperts } from '../../context/list-experts';
import { enqueueMails } from '../../mail/enqueue-mails';
import { addNote, countNotes, listHolders, listNotes, listSeats, type NoteRecord } from '../../store/board';
import type { Transaction } from '../../store/database';
import { findPeople, type Person } from '../../store/people';
import type { UploadProgress } from '../../store/upload-progress';

/**
 * An equal note within this time is the same one, sent twice: by a second press of the button, or after an answer that
 * was lost. Browsers wait for an answer for up to five minutes.
 */
const repeatMs = 5 * 60_000;

/**
 * Writes a note about a submission, by a member of the board, and tells its readers by mail. Does nothing if it was just
 * written. Refuses with 'forbidden', 'not-found', 'vote-own-upload', 'vote-named', 'too-many-notes', and
 * 'note-unreadable' if there is no other expert or no chair.
 */
export async function writeNote(actor: Actor, repository: RepositoryContext, id: string, note: NewNote): Promise<void> {
  const { db, jobs } = repository;
  await db.transaction(async (tx) => {
    const submission = await lockAllowedUpload('writeNote', actor, tx, id);
    requireReviewer(actor, submission);
    if (await isRepeated(tx, repository, submission, { ...note, author: actor })) return;
    const people = await readersOf(tx, repository, submission, { readers: note.readers, author: actor });
    const [first, ...others] = people;
    if (!first) throw new Refusal('note-unreadable');
    // From somebody without a panel it is for both experts.
    const addressee = note.readers === 'expert' && others.length === 0 ? first.subject : null;
    await keepNote(tx, repository, submission, { ...note, addressee, author: actor });
    const kind = note.readers === 'contributor' ? ('noteToContributor' as const) : ('noteToBoard' as const);
    await enqueueMails(tx, repository, submission, [{ kind, people, readers: note.readers }]);
  });
  jobs.nudge();
}

/**
 * Writes a note of the contributor to the board, likewise. Refuses with 'not-found', and 'not-submitted' before it is
 * submitted.
 */
export async function writeOwnNote(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  text: string,
): Promise<void> {
  const { db, jobs } = repository;
  await db.transaction(async (tx) => {
    const submission = await lockAllowedUpload('writeOwnNote', actor, tx, id);
    if (submission.upload.status === 'Uploaded') throw new Refusal('not-submitted');
    const note = { readers: 'board', text, author: actor } as const;
    if (await isRepeated(tx, repository, submission, note)) return;
    await keepNote(tx, repository, submission, { ...note, addressee: null });
    const people = await readersOf(tx, repository, submission, note);
    await enqueueMails(tx, repository, submission, [{ kind: 'noteToBoard', people, readers: 'board' }]);
  });
  jobs.nudge();
}

/** A note that is being written. */
interface WrittenNote {
  author: Actor;
  readers: ReviewNote['readers'];
  text: string;
}

/** Whether an equal note has just been written. The upload is locked, so of two at once one sees the other. */
async function isRepeated(
  tx: Transaction,
  { now }: RepositoryContext,
  { upload }: UploadProgress,
  { author, readers, text }: WrittenNote,
): Promise<boolean> {
  const since = now().getTime() - repeatMs;
  return (await listNotes(tx, upload.number)).some(
    (note) =>
      note.author === author.subject && note.readers === readers && note.text === text && note.at.getTime() > since,
  );
}

async function keepNote(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { author, addressee, readers, text }: WrittenNote & Pick<NoteRecord, 'addressee'>,
): Promise<void> {
  const { number } = submission.upload;
  const own = { upload: number, author: author.subject };
  if ((await countNotes(tx, own)) >= maxNotes) throw new Refusal('too-many-notes', { max: maxNotes });
  await addNote(tx, { ...own, addressee, readers, text, at: repository.now() });
  await keepInHistory(tx, repository, submission, { act: 'wrote-note', actor: author });
}

/** Who gets a mail about a note. Experts who are involved in the submission never do. */
async function readersOf(
  tx: Transaction,
  repository: RepositoryContext,
  submission: UploadProgress,
  { readers, author }: Pick<WrittenNote, 'readers' | 'author'>,
): Promise<Person[]> {
  const { number, owner } = submission.upload;
  if (readers === 'contributor') return [...(await findPeople(tx, [owner])).values()];
  const holders = await listHolders(tx, number);
  const board = await listExperts(tx, repository);
  const chairs = board.filter((one) => isChair(one));
  const people = readers === 'expert' ? holders : readers === 'chair' ? chairs : [...holders, ...chairs];
  const known = new Map(people.map((one) => [one.subject, one]));
  return [...known.values()].filter((one) => one.subject !== author.subject && standingOf(one, submission) === 'board');
}

/** Notes that a member of the board may read. Refuses with 'forbidden', 'not-found', 'vote-own-upload' and 'vote-named'. */
export async function readNotes(actor: Actor, repository: RepositoryContext, id: string): Promise<ReviewNote[]> {
  const { db } = repository;
  const submission = await findAllowedUpload('readNotes', actor, db, id);
  requireReviewer(actor, submission);
  const { number, owner } = submission.upload;
  const seats = await listSeats(db, [number]);
  const holders = seats.map(({ expert }) => expert);
  const notes = await listNotes(db, number);
  const chairs = new Set(
    (await listExperts(db, repository)).filter((one) => isChair(one)).map(({ subject }) => subject),
  );
  const authorOf = (note: NoteRecord): ReviewNote['author'] => {
    const { author } = note;
    if (author === actor.subject) return 'self';
    if (note.readers === 'board' || author === owner) return 'contributor';
    return chairs.has(author) && !holders.includes(author) ? 'chair' : 'expert';
  };
  const panelOf = ({ author, readers }: NoteRecord): ReviewNote['panel'] =>
    readers === 'chair' && isChair(actor) ? (seats.find(({ expert }) => expert === author)?.panel ?? null) : null;
  const isFor = (addressee: string | null) =>
    addressee === null ? holders.includes(actor.subject) : addressee === actor.subject;
  return notes
    .filter(({ author, readers, addressee }) => {
      if (author === actor.subject || readers === 'contributor' || readers === 'board') return true;
      return readers === 'chair' ? isChair(actor) : isFor(addressee);
    })
    .map((note) => ({ ...viewOf(note, authorOf(note)), panel: panelOf(note) }));
}

/** Notes to and from the contributor of an upload and its co-authors, with their names. The board has none in them. */
export async function readOwnNotes(actor: Actor, { db }: RepositoryContext, id: string): Promise<ReviewNote[]> {
  const { upload } = await findAllowedUpload('readOwnNotes', actor, db, id);
  const notes = (await listNotes(db, upload.number)).filter(
    ({ readers }) => readers === 'contributor' || readers === 'board',
  );
  // Only the contributor's side writes to the board.
  const own = notes.filter(({ readers }) => readers === 'board');
  const people = await findPeople(
    db,
    own.map(({ author }) => author),
  );
  return notes.map((note) => {
    if (note.readers === 'contributor') return viewOf(note, 'board');
    if (note.author === actor.subject) return viewOf(note, 'self');
    const person = people.get(note.author);
    return { ...viewOf(note, 'contributor'), person: person?.name || person?.email };
  });
}

function viewOf({ id, at, readers, text }: NoteRecord, author: ReviewNote['author']): ReviewNote {
  return { id, at: at.toISOString(), author, readers, panel: null, text };
}
