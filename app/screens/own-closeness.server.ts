import type { Closeness } from '@domain/board/experts';
import type { LoadContext } from '~/load-context';
import { listExperts } from '~/repository-client/board';
import { orNull } from '~/repository-client/transport';

/** What the signed-in expert has in common with the authors of a submission; null if it cannot be told now. */
export async function readOwnCloseness(context: LoadContext, id: string): Promise<Closeness | null> {
  const experts = await orNull(listExperts(context, id));
  return experts?.find(({ email }) => email === context.user?.email)?.closeness ?? null;
}
