import type { Actor } from '../../services/repository/context/context';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { ask } from './ready-uploads';
import { actors, bearer, type TestApi } from './test-api';
import { uploadForm } from './upload-calls';

/** Calls for race tests, by the contributor unless they say otherwise. */

let titles = 0;
/** A title that is not the beginning of another one. */
export function newTitle(): string {
  titles += 1;
  return `Race ${titles}. `;
}

export const post = (server: TestApi, address: string, body?: unknown, actor: Actor = actors.contributor) =>
  ask(server, actor, address, { method: 'POST', body });

export const remove = (server: TestApi, address: string) =>
  ask(server, actors.contributor, address, { method: 'DELETE' });

/** Metadata that can be recognised by title and keyword. */
export const about = (title: string, keyword = 'strength') => withEntries(completeMetadata(title), entry(6, [keyword]));

export const saveMetadata = (server: TestApi, id: string[], metadata: ReturnType<typeof about>, actor?: Actor) =>
  post(server, '/api/metadata', { id, metadata }, actor);

/** Sends content to replace the version with this tag. */
export async function replace(
  server: TestApi,
  method: 'POST' | 'PUT',
  address: string,
  { body, tag }: { body: unknown; tag: string },
): Promise<Response> {
  return server.api.request(address, {
    method,
    headers: { ...(await bearer(actors.contributor)), 'If-Match': tag },
    body: JSON.stringify(body),
  });
}

/** Saves metadata to replace the version with this tag. */
export const saveOver = (server: TestApi, id: string, metadata: ReturnType<typeof about>, tag: string) =>
  replace(server, 'POST', '/api/metadata', { body: { id: [id], metadata }, tag });

/** Sends a csv file, as a new upload or to another address that accepts files. */
export async function sendFile(
  server: TestApi,
  address: string,
  { name, content, actor = actors.contributor }: { name: string; content: string; actor?: Actor },
): Promise<Response> {
  return server.api.request(address, {
    method: 'POST',
    headers: await bearer(actor),
    body: uploadForm([{ name, content }]),
  });
}
