import type { JobName } from '@domain/job-names';

import type { RepositoryContext } from '../context/context';
import type { JobHandler } from '../context/job-queue';
import { deletePerson } from '../persons/delete-person';
import { whileSpace } from '../receiving/storage-room';
import type { JobData } from '../store/jobs';
import { setCheckState } from '../store/mapping';
import { assignExperts } from './handlers/assign-experts';
import { checkTable } from './handlers/check-table';
import { giveUpReading, ingestFile } from './handlers/ingest-file';
import { makeNorms } from './handlers/make-norms';
import { mailSearches } from './handlers/mail-searches';
import { purgeCaches } from './handlers/purge-caches';
import { publishUpload } from './handlers/publish-upload';
import { registerDoi } from './handlers/register-doi';
import { removeObjectsOf } from './handlers/remove-objects';

/** Has each of some kinds of jobs done by its handler, once the queue starts to work. */
export function handleJobs(context: RepositoryContext, kinds: Iterable<JobName>): void {
  const handlers = handlersOf(context);
  const giveUp: { [Name in JobName]?: (data: JobData[Name]) => Promise<void> } = {
    'ingest-file': ({ file }) => giveUpReading(context, file),
    'check-table': (data) => setCheckState(context.db, data, 'failed'),
  };
  for (const name of kinds) {
    context.jobs.handle(name, handlers[name] as JobHandler<JobName>, giveUp[name] as (data: unknown) => Promise<void>);
  }
}

function handlersOf(context: RepositoryContext): { [Name in JobName]: JobHandler<Name> } {
  return {
    'ingest-file': (data, signal, isFinal) => ingestFile(context, data, signal, isFinal),
    'check-table': (data, signal, isFinal) => checkTable(context, data, signal, isFinal),
    'assign-experts': (data) => assignExperts(context, data),
    'publish-upload': (data, signal) => whileSpace(context, signal, (watched) => publishUpload(context, data, watched)),
    'register-doi': (data, signal) => registerDoi(context, data, signal),
    'mail-searches': (data) => mailSearches(context, data),
    'delete-person': (data, signal) => deletePerson(context, data, signal),
    'remove-objects': (data, signal) => removeObjectsOf(context, data, signal),
    'purge-caches': (data, signal) => purgeCaches(context, data, signal),
    'make-norms': (_data, signal) => makeNorms(context, signal),
    // When the server dies right after sending, the mail is sent again, with an id that tells that it is the same.
    'send-mail': (data, _signal, _isFinal, id) => context.mail.send({ ...data, id }),
  };
}
