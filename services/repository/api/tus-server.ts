import type { Readable } from 'node:stream';

import { DataStore, ERRORS, Server, Upload, type Locker } from '@tus/server';

import { Refusal } from '@domain/error-codes';

import { adoptPart } from '../usecases/adopt-part';
import { appendToPart } from '../usecases/append-part';
import type { Actor, RepositoryContext } from '../usecases/context';
import { discardPart } from '../usecases/discard-part';
import { partLifeMs, requirePart } from '../usecases/find-part';
import { requireActor, type ApiContext } from './environment';

/** Headers that the protocol reads; others, such as those of proxies, are none of its business. */
const protocolHeaders = [
  'Content-Length',
  'Content-Type',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];
/** How long a broken connection may still bring what it has, once the same client has come back. */
const lockDrainMs = 500;
/** Another request sends to the same part and does not let go. */
const locked = { status_code: 423, body: 'The upload is in use.\n' };

/**
 * Answers one request of the tus protocol for whoever asks. `begin` makes a new part and answers its id;
 * a refusal of a use-case is thrown, as everywhere in the API.
 */
export async function answerTus(
  c: ApiContext,
  { begin }: { begin?: () => Promise<string> },
): Promise<Response> {
  const repository = c.get('repository');
  const actor = c.req.method === 'OPTIONS' ? null : requireActor(c);
  const store = new PartStore(repository, actor);
  let fault: unknown = null;
  const server = new Server({
    path: '/api/fileupload/resumable',
    relativeLocation: true,
    allowedOrigins: [],
    lockDrainTimeout: lockDrainMs,
    maxSize: repository.settings.maxFileBytes,
    datastore: store,
    locker: lockerOf(repository),
    getFileIdFromRequest: () => c.req.param('part')?.toLowerCase(),
    namingFunction: () => begin?.() ?? Promise.reject(new Refusal('bad-request')),
    onUploadFinish: async (_request, { id }) => {
      // It goes on by itself; whoever asks how far it is hears of its fault, and so does the next start.
      adoptPart(repository, id).catch(() => undefined);
      return {};
    },
    onResponseError: (_request, error) => {
      // What the protocol's server says itself has a status; the rest are refusals and faults of ours.
      if (!('status_code' in error)) fault = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(protocolRequest(c));
  if (fault) throw fault;
  if (store.expiresAt) response.headers.set('Upload-Expires', store.expiresAt.toUTCString());
  return response;
}

function protocolRequest(c: ApiContext): Request {
  const { url, method, body, signal } = c.req.raw;
  const headers = protocolHeaders.flatMap((name): [string, string][] => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
}

/** Parts as the protocol's server sees them, those of one person. */
class PartStore extends DataStore {
  override extensions = ['creation', 'expiration', 'termination'];
  /** Of the part that was asked for; null when there is none. */
  expiresAt: Date | null = null;

  constructor(
    private readonly repository: RepositoryContext,
    private readonly actor: Actor | null,
  ) {
    super();
  }

  override async getUpload(id: string): Promise<Upload> {
    const part = await this.require(id);
    const offset = part.state === 'receiving' ? await this.repository.parts.size(id) : part.bytes;
    // It began on another machine, or its file is lost.
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const { bytes: size, name: filename, touchedAt } = part;
    this.expiresAt = new Date(touchedAt.getTime() + partLifeMs);
    // The protocol's server counts the days from here: they begin anew with every request for the part.
    return new Upload({ id, size, offset, metadata: { filename }, creation_date: touchedAt.toISOString() });
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    return appendToPart(this.repository, await this.require(id), { source, offset });
  }

  override remove(id: string): Promise<void> {
    if (!this.actor) throw new Refusal('unauthenticated');
    return discardPart(this.actor, this.repository, id);
  }

  override getExpiration(): number {
    return partLifeMs;
  }

  private require(id: string) {
    if (!this.actor) throw new Refusal('unauthenticated');
    return requirePart(this.actor, this.repository, id);
  }
}

/** The locks of the parts in the shape that the protocol's server wants. */
function lockerOf({ parts }: RepositoryContext): Locker {
  return {
    newLock(id) {
      let held: { release(): void } | null = null;
      return {
        async lock(_signal, requestRelease) {
          held = await parts.locks
            .acquire(id, () => void requestRelease())
            .catch(() => {
              throw locked;
            });
        },
        async unlock() {
          held?.release();
        },
      };
    },
  };
}
