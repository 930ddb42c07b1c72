import type { Readable } from 'node:stream';

import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server';

import { tusRequestHeaders } from '@domain/api/parts';
import { Refusal } from '@domain/error-codes';

import type { Actor, RepositoryContext } from '../context/context';
import { adoptPart, appendToPart, partLifeMs } from '../receiving/parts';
import { discardPart, requirePart } from '../usecases/uploads/resumable-upload';
import { type ApiContext, callerOf } from './environment';

/** Another request sends to the same part and does not let go. */
const locked = { status_code: 423, body: 'The upload is in use.\n' };

/**
 * Answers one request of the tus protocol for whoever asks. `begin` makes a new part and answers its id;
 * a refusal of a use-case is thrown, as everywhere in the API.
 */
export async function answerTus(c: ApiContext, { begin }: { begin?: () => Promise<string> }): Promise<Response> {
  const repository = c.get('repository');
  const actor = c.req.method === 'OPTIONS' ? null : callerOf(c, 'requirePart');
  const id = c.req.param('part')?.toLowerCase();
  // Whose it is comes before how it is asked for.
  if (actor && id !== undefined) await requirePart(actor, repository, id);
  // The connection's own stream: a web stream holds tens of megabytes, and drops them when it is cut.
  let body: Readable | null = null;
  const openBody = () => (body ??= c.get('openBody')(c.req.raw));
  const store = new PartStore(repository, actor, openBody);
  let fault: unknown = null;
  const server = new Server({
    path: '/api/fileupload/resumable',
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: repository.settings.maxFileBytes,
    datastore: store,
    locker: lockerOf(repository, () => void body?.destroy()),
    getFileIdFromRequest: () => id,
    namingFunction: () => begin?.() ?? Promise.reject(new Refusal('bad-request')),
    onUploadFinish: async (_request, upload) => {
      // It goes on by itself; whoever asks how far it is hears of its fault, and so does the next start.
      adoptPart(repository, upload.id).catch(() => undefined);
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
  // It would close the connection of whoever is refused; the rest of a body is cleared away by the server.
  response.headers.delete('Connection');
  if (store.expiresAt) response.headers.set('Upload-Expires', store.expiresAt.toUTCString());
  return response;
}

/** The request without its body, which the store opens when it is time. */
function protocolRequest(c: ApiContext): Request {
  const { url, method, signal } = c.req.raw;
  const headers = tusRequestHeaders.flatMap((name): [string, string][] => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(url, { method, headers, signal });
}

/** Parts as the protocol's server sees them, those of one person. */
class PartStore extends DataStore {
  override extensions = ['creation', 'expiration', 'termination'];
  /** Of the part that was asked for; null when there is none. */
  expiresAt: Date | null = null;

  constructor(
    private readonly repository: RepositoryContext,
    private readonly actor: Actor | null,
    private readonly openBody: () => Readable,
  ) {
    super();
  }

  override async getUpload(id: string): Promise<Upload> {
    const part = await this.require(id);
    const offset = part.state === 'receiving' ? await this.repository.parts.size(id) : part.bytes;
    // It began on another machine, or its file is lost.
    if (offset === null) throw new Refusal('upload-lost');
    const { bytes: size, name: filename, touchedAt } = part;
    this.expiresAt = new Date(touchedAt.getTime() + partLifeMs);
    // The protocol's server counts the days from here: they begin anew with every request for the part.
    return new Upload({ id, size, offset, metadata: { filename }, creation_date: touchedAt.toISOString() });
  }

  override async write(_source: Readable, id: string, offset: number): Promise<number> {
    const source = this.openBody();
    try {
      return await appendToPart(this.repository, await this.require(id), { source, offset });
    } catch (error) {
      throw isCut(source, error) ? ERRORS.ABORTED : error;
    }
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

/** The connection has ended before the body. */
function isCut(source: Readable, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return source.errored !== null || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * The locks of the parts in the shape that the protocol's server wants. A connection that still sends gives
 * way to whoever comes anew: it is most likely dead.
 */
function lockerOf({ parts }: RepositoryContext, giveWay: () => void): Locker {
  return {
    newLock(id) {
      let held: { release(): void } | null = null;
      return {
        async lock() {
          held = await parts.locks.acquire(id, giveWay).catch(() => {
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
