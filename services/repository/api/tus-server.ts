import type { Readable } from 'node:stream';

import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server';

import { tusRequestHeaders } from '@domain/api/parts';
import { Refusal } from '@domain/error-codes';

import type { Actor, RepositoryContext } from '../context/context';
import { PartTakenOver } from '../context/part-store';
import { partLifeMs } from '../receiving/parts';
import { appendToPart, cancelResumableUpload, requirePart } from '../usecases/uploads/resumable-upload';
import { problemResponse } from './answers';
import type { ApiContext } from './environment';

/** Response if another request holds the lock of the part. */
const locked = { status_code: 423, body: 'The upload is in use.\n' };

/**
 * Handles one request of the tus protocol; only one without an actor, for OPTIONS, reaches no part. `begin` creates a
 * new part and returns its id. Throws the refusals of use cases, as everywhere in the API.
 */
export async function answerTus(
  c: ApiContext,
  { actor = null, begin }: { actor?: Actor | null; begin?: () => Promise<string> },
): Promise<Response> {
  const repository = c.get('repository');
  const id = c.req.param('part')?.toLowerCase();
  // Use the socket's stream, since a web stream buffers tens of megabytes and drops them if the connection breaks.
  let body: Readable | null = null;
  const openBody = () => (body ??= c.get('openBody')(c.req.raw));
  const store = new TusParts(repository, actor, openBody, () => c.get('confirmCaller')('files'));
  let failure: unknown = null;
  const server = new Server({
    path: '/api/fileupload/resumable',
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: repository.settings.maxFileBytes,
    datastore: store,
    locker: lockerOf(repository, told(c), () => void body?.destroy()),
    getFileIdFromRequest: () => id,
    namingFunction: () => begin?.() ?? Promise.reject(new Refusal('bad-request')),
    onResponseError: (_request, error) => {
      // Errors of the tus server have a status. All others are refusals or server errors.
      if (!('status_code' in error)) failure = error;
      return undefined;
    },
  });
  const response = await server.handleWeb(protocolRequest(c));
  if (failure) throw failure;
  if (response.status >= 400) return refuseAsTus(c, response);
  // The tus server would close the connection after a refusal. The HTTP server drains the rest of the body.
  response.headers.delete('Connection');
  if (store.expiresAt) response.headers.set('Upload-Expires', store.expiresAt.toUTCString());
  return response;
}

/** A refusal of the tus server, with its status, as problem details. HEAD has headers only. */
async function refuseAsTus(c: ApiContext, response: Response): Promise<Response> {
  const reason = (await response.text()).trim();
  const { status } = response;
  const problem = problemResponse(new Refusal('upload-protocol', { reason }), c.get('language'));
  return Response.json({ ...((await problem.json()) as object), status }, { status, headers: problem.headers });
}

/** The request without its body, which the store opens later. */
function protocolRequest(c: ApiContext): Request {
  const { url, method, signal } = c.req.raw;
  const headers = tusRequestHeaders.flatMap((name): [string, string][] => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(url, { method, headers, signal });
}

/** Data store for the tus server, with the parts of one user. */
class TusParts extends DataStore {
  override extensions = ['creation', 'expiration', 'termination'];
  /** Expiry of the requested part; null if there is none. */
  expiresAt: Date | null = null;

  constructor(
    private readonly repository: RepositoryContext,
    private readonly actor: Actor | null,
    private readonly openBody: () => Readable,
    private readonly confirm: () => Promise<void>,
  ) {
    super();
  }

  override async getUpload(id: string): Promise<Upload> {
    const part = await requirePart('findOwnPart', this.caller(), this.repository, id);
    const offset = part.state === 'receiving' ? await this.repository.parts.size(id) : part.bytes;
    // The upload was started on another machine, or its file is lost.
    if (offset === null) throw new Refusal('upload-lost');
    const { bytes: size, name: filename, touchedAt } = part;
    this.expiresAt = new Date(touchedAt.getTime() + partLifeMs);
    // The tus server computes the expiry from this date, so it moves with every request.
    return new Upload({ id, size, offset, metadata: { filename }, creation_date: touchedAt.toISOString() });
  }

  override async write(_source: Readable, id: string, offset: number): Promise<number> {
    const source = this.openBody();
    try {
      return await appendToPart(this.caller(), this.repository, { id, source, offset, confirm: this.confirm });
    } catch (error) {
      if (error instanceof PartTakenOver) throw ERRORS.INVALID_OFFSET;
      throw isCut(source, error) ? ERRORS.ABORTED : error;
    }
  }

  override remove(id: string): Promise<void> {
    return cancelResumableUpload(this.caller(), this.repository, id);
  }

  override getExpiration(): number {
    return partLifeMs;
  }

  private caller(): Actor {
    if (!this.actor) throw new Refusal('unauthenticated');
    return this.actor;
  }
}

/** The connection was closed before the end of the body. */
function isCut(source: Readable, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return source.errored !== null || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** The offset at which a request says that it adds bytes; null if it adds none. */
function told({ req }: ApiContext): number | null {
  return req.method === 'PATCH' ? Number.parseInt(req.header('Upload-Offset') ?? '', 10) : null;
}

/**
 * Locks of parts for the tus server. A new request takes the lock from one that is still sending, because that
 * connection is most likely dead. If it would be refused then, because its offset is wrong, the other one goes on.
 */
function lockerOf({ parts }: RepositoryContext, offset: number | null, giveWay: () => void): Locker {
  return {
    newLock(id) {
      let held: { release(): void } | null = null;
      return {
        async lock() {
          const isWrong = offset !== null && parts.locks.isHeld(id) && (await parts.size(id)) !== offset;
          if (isWrong) throw ERRORS.INVALID_OFFSET;
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
