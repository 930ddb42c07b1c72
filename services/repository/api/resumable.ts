import { Metadata } from '@tus/server';
import { Hono } from 'hono';

import { PartMetadataSchema, type ResumableUpload } from '@domain/api/parts';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { UploadKindSchema } from '@domain/upload-id';

import type { OwnerUseCase } from '../context/access';
import {
  createResumableUpload,
  findOwnPart,
  type FoundPart,
  listOwnParts,
  requirePart,
} from '../usecases/uploads/resumable-upload';
import { checkInput, callerOf, type ApiContext, type ApiEnvironment } from './environment';
import { fileRefusal } from './answers';
import { answerTus } from './tus-server';

const address = '/api/fileupload/resumable';
/** Limit of the Upload-Metadata header: file name, date and other data in base64. */
const maxMetadataCharacters = 4096;

/**
 * Resumable uploads with the tus protocol 1.0 and its extensions creation, expiration and termination. Only the owner
 * has access to a part.
 */
export const resumableRoutes = new Hono<ApiEnvironment>();

resumableRoutes.use(`${address}/*`, async (c, next) => {
  await next();
  c.res.headers.set('Tus-Resumable', '1.0.0');
});

resumableRoutes.on('OPTIONS', [address, `${address}/:part`], (c) => answerTus(c, {}));

resumableRoutes.get(address, async (c) => {
  const parts = await listOwnParts(callerOf(c, 'listOwnParts'), c.get('repository'));
  return c.json(parts.map((part) => describe(part, c.get('language'))));
});

resumableRoutes.post(`${address}/:kind{raw|agg}`, async (c) => {
  const actor = callerOf(c, 'createResumableUpload');
  const kind = checkInput(c.req.param('kind'), UploadKindSchema);
  const bytes = readLength(c);
  const { filename: name, lastModified = null } = readMetadata(c);
  const begin = () => createResumableUpload(actor, c.get('repository'), { kind, name, bytes, lastModified });
  return answerTus(c, { actor, begin });
});

// The router treats HEAD as GET, but in the protocol it asks for the offset.
resumableRoutes.get(`${address}/:part`, async (c) => {
  if (c.req.method === 'HEAD') return answerForPart(c, 'findOwnPart');
  const part = await findOwnPart(callerOf(c, 'findOwnPart'), c.get('repository'), c.req.param('part'));
  return c.json(describe(part, c.get('language')));
});
resumableRoutes.patch(`${address}/:part`, (c) => answerForPart(c, 'appendToPart'));
resumableRoutes.delete(`${address}/:part`, (c) => answerForPart(c, 'cancelResumableUpload'));

/** Checks the owner before the protocol. */
async function answerForPart(c: ApiContext, useCase: OwnerUseCase): Promise<Response> {
  const actor = callerOf(c, useCase);
  await requirePart(useCase, actor, c.get('repository'), c.req.param('part') ?? '');
  return answerTus(c, { actor });
}

function readLength(c: ApiContext): number {
  const length = c.req.header('Upload-Length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw new Refusal('bad-request');
  return Number(length);
}

function readMetadata(c: ApiContext) {
  const header = c.req.header('Upload-Metadata') ?? '';
  if (header.length > maxMetadataCharacters) throw new Refusal('bad-request');
  try {
    return checkInput(Metadata.parse(header), PartMetadataSchema);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('bad-request');
  }
}

function describe({ refusal, ...part }: FoundPart, language: Language): ResumableUpload {
  return { ...part, error: refusal && fileRefusal(refusal, language) };
}
