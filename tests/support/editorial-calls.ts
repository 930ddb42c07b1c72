import { EditorialUploadSchema, type PanelView, type Vote } from '@domain/api/editorial';
import type { Actor } from '../../services/repository/context/context';
import { ask } from './ready-uploads';
import type { TestApi } from './test-api';

/** Data of the vote screen for a submission. */
export function openVote(api: TestApi, actor: Actor | null, id: string): Promise<Response> {
  return ask(api, actor, `/api/editorial/${id}`);
}

/** Casts a vote: accept, in panel 1, first version, unless `changed` says otherwise. */
export function castVote(
  api: TestApi,
  actor: Actor | null,
  id: string,
  changed: Partial<Vote> = {},
  language = 'en',
): Promise<Response> {
  const body = { nr: 1, email: actor?.email, rating: 1, note: '', version: 0, ...changed };
  return ask(api, actor, `/api/editorial/${id}`, { method: 'POST', language, body });
}

export async function panelsOf(response: Response): Promise<PanelView[]> {
  return EditorialUploadSchema.parse(await response.json()).votes;
}

/** Both panels as an expert sees them. */
export async function viewPanels(api: TestApi, actor: Actor, id: string) {
  const [one, two] = await panelsOf(await openVote(api, actor, id));
  if (!one || !two) throw new Error('two panels expected');
  return { one, two };
}
