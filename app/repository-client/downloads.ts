import { z } from 'zod';

import {
  DownloadSessionSchema,
  MyDownloadSchema,
  SessionIdSchema,
  type DownloadRequest,
  type DownloadSession,
  type MyDownload,
} from '@domain/api/downloads';
import { CountrySchema, type Country } from '@domain/api/metadata';

import { call, callForJson, segments, type ClientContext } from './transport';

/** A download session that was made; `open` = its package may be fetched at once. */
export interface StartedDownload {
  session: string;
  open: boolean;
  fileName: string;
}

/** Makes a download session for the chosen data sets; 201 is open, 202 waits for the licence form. */
export async function startDownload(context: ClientContext, numbers: readonly number[]): Promise<StartedDownload> {
  const response = await call(context, '/search/download', { method: 'POST', json: numbers });
  return {
    session: sessionOf(response.headers.get('Location')),
    open: response.status === 201,
    fileName: await response.text(),
  };
}

/** Files of a download session of this user. Throws 404 for any other session. */
export function readDownloadSession(context: ClientContext, session: string): Promise<DownloadSession> {
  return callForJson(context, DownloadSessionSchema, `/search/downloads${segments(session)}`);
}

/** Submits the licence form of a session, which opens its package. */
export async function answerLicenceForm(context: ClientContext, request: DownloadRequest): Promise<void> {
  await call(context, `/search/downloads${segments(request.session)}`, { method: 'POST', json: request });
}

/** Data sets this user downloaded, one per DOI, newest first. */
export function listMyDownloads(context: ClientContext): Promise<MyDownload[]> {
  return callForJson(context, z.array(MyDownloadSchema), '/search/mydownloads/rows');
}

/** Stream of a session's whole package. `headers` may ask for a part of it. */
export function fetchPackage(
  context: ClientContext,
  session: string,
  headers: Record<string, string>,
): Promise<Response> {
  return call(context, `/search/package${segments(session)}`, { headers: { ...headers, Accept: '*/*' } });
}

/** Stream of one data set of a session. `headers` may ask for a part of it. */
export function fetchFile(
  context: ClientContext,
  { session, nr, fileName }: { session: string; nr: number; fileName: string },
  headers: Record<string, string>,
): Promise<Response> {
  const path = `/search/mydownload${segments(session, nr, fileName)}`;
  return call(context, path, { headers: { ...headers, Accept: '*/*' } });
}

/** Countries with their codes, in the language of the user. */
export function listCountries(context: ClientContext): Promise<Country[]> {
  return callForJson(context, z.array(CountrySchema), `/metadata/countries${segments(context.language)}?codes`);
}

/** The session in an address that the API answered with. */
function sessionOf(location: string | null): string {
  return SessionIdSchema.parse(/[0-9a-f-]{32,36}(?=[/?#]|$)/i.exec(location ?? '')?.[0]);
}
