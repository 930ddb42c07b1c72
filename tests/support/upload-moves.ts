import { randomUUID } from 'node:crypto';

import { SubmissionReviewSchema } from '@domain/api/submission';
import type { Actor } from '../../services/repository/context/context';
import { castVote } from './editorial-calls';
import { about, newTitle, post, remove, saveMetadata, saveOver, sendFile } from './race-calls';
import { addUploadAt, ask, type ReadyUpload } from './ready-uploads';
import type { Field, Move } from './serial-outcomes';
import { actors, type TestApi } from './test-api';

/** Calls for race tests, about one upload. */

const { contributor, other, expert1, expert2 } = actors;
const problem = 'R03-0-2';
const table = 'adults';

export interface OneUpload extends Field {
  upload: ReadyUpload;
  /** Version from the last `GET api/submit`. */
  version: string;
  tag: string;
}

/** An upload that can be submitted; its one problem has a comment. */
export async function oneUpload(server: TestApi): Promise<OneUpload> {
  const title = newTitle();
  const upload = await addUploadAt(server, 'described', { problems: 1, metadata: about(`${title}Own`) });
  await post(server, `/api/mapping/override/${upload.id}/${table}`, [{ id: problem, comment: 'measured twice' }]);
  const review = await ask(server, contributor, `/api/submit/${upload.id}`);
  const { version } = SubmissionReviewSchema.parse(await review.json());
  const read = await ask(server, contributor, `/api/metadata/${upload.id}`);
  return { uploads: [upload], title, upload, version, tag: read.headers.get('ETag') ?? '' };
}

export const submit: Move<OneUpload> = (server, { upload }) => post(server, `/api/submit/${upload.id}`);
export const withdraw: Move<OneUpload> = (server, { upload }) => remove(server, `/api/submit/${upload.id}`);
export const revise: Move<OneUpload> = (server, { upload }) => post(server, `/api/fileupload/${upload.id}/revision`);
export const vote =
  (expert: Actor, nr: 1 | 2, rating: 1 | 2): Move<OneUpload> =>
  (server, { upload }) =>
    castVote(server, expert, upload.id, { nr, rating });

/** While the upload may be changed. */
export const changes = {
  submit,
  'submit what was seen': (server, { upload, version }) => post(server, `/api/submit/${upload.id}`, { version }),
  'save metadata': (server, { upload, title }) => saveMetadata(server, [upload.id], about(`${title}Other`, 'speed')),
  'save over metadata that was seen': (server, { upload, title, tag }) =>
    saveOver(server, upload.id, about(`${title}Own`, 'balance'), tag),
  'save mapping': (server, { upload }) =>
    post(server, `/api/mapping/raw/${upload.id}/${table}`, [
      { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
    ]),
  'withdraw a comment': (server, { upload }) =>
    post(server, `/api/mapping/override/${upload.id}/${table}`, [{ id: problem, comment: '' }]),
  'correct the file': (server, { upload }) =>
    sendFile(server, `/api/fileupload/${upload.id}/correction`, {
      name: 'corrected.csv',
      content: `grip,jump\n${randomUUID()},1\n`,
    }),
  'check again': (server, { upload }) => post(server, `/api/mapping/check/${upload.id}`),
  delete: (server, { upload }) => remove(server, `/api/fileupload/${upload.id}`),
} satisfies Record<string, Move<OneUpload>>;

/** An upload in review. */
export async function submitted(server: TestApi): Promise<OneUpload> {
  const field = await oneUpload(server);
  await submit(server, field);
  return field;
}

/** While the upload is in review. */
export const reviewed = {
  withdraw,
  submit,
  accept: vote(expert1, 1, 1),
  reject: vote(expert2, 2, 2),
  'save metadata': changes['save metadata'],
  delete: changes.delete,
} satisfies Record<string, Move<OneUpload>>;

export interface ClaimedUpload extends OneUpload {
  claimant: ReadyUpload;
}

/** An upload with the given votes, and one of another user who wants its title. */
export async function claimed(server: TestApi, votes: Move<OneUpload>[]): Promise<ClaimedUpload> {
  const field = await submitted(server);
  for (const cast of votes) await cast(server, field);
  const claimant = await addUploadAt(server, 'checked', { owner: other });
  return { ...field, claimant, uploads: [field.upload, claimant] };
}

export const claim: Move<ClaimedUpload> = (server, { claimant, title }) =>
  saveMetadata(server, [claimant.id], about(`${title}Own`, 'speed'), other);
