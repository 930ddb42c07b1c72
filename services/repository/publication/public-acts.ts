import type { HistoryAct } from '@domain/board/history';
import type { PublicAct } from '@domain/life/public-acts';
import { localDay } from '@domain/local-time';
import { statusRules } from '@domain/upload-status';

import type { RepositoryContext } from '../context/context';
import { listActs } from '../store/board';

/** Acts of the history that everybody may read, without the names of those who acted. */
const published: Partial<Record<HistoryAct, PublicAct['act']>> = {
  'withdrew-data': 'withdrawn',
  'restored-data': 'restored',
  'shortened-embargo': 'embargo-shortened',
  'lengthened-embargo': 'embargo-lengthened',
};

/** What happened to the data set of an upload after its acceptance, oldest first. */
export async function listPublicActs(
  { db, settings }: Pick<RepositoryContext, 'db' | 'settings'>,
  upload: number,
): Promise<PublicAct[]> {
  const acts = await listActs(db, upload);
  return acts.flatMap(({ entry: { act, at, content, statusBefore } }) => {
    const shown = published[act];
    // The embargo of a submission changes with that of an accepted data set of its study.
    if (!shown || !statusRules[statusBefore].published) return [];
    const { reason = '', until } = content;
    return { act: shown, date: localDay(at, settings.timeZone), note: reason, ...(until && { until }) };
  });
}
