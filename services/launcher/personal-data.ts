import { forgetDraftsAndSessions } from '../../app/store/forget-person';
import type { PersonalData } from '../identity/accounts/delete-account';
import type { RepositoryContext } from '../repository/context/context';
import { countKept } from '../repository/store/kept-of-person';
import { beginDeletion } from '../repository/usecases/persons/delete-person';

/**
 * What web app and repository keep about people, for the identity provider. All three are schemas of one database, so an
 * account and the order to delete the rest are gone or there together. The repository opens after the provider, whose
 * keys it needs.
 */
export function personalDataOf(repository: () => Pick<RepositoryContext, 'db' | 'jobs' | 'now'>): PersonalData {
  return {
    count: (subject) => countKept(repository().db, subject),
    forget: async (tx, person) => {
      await forgetDraftsAndSessions(tx, person.subject);
      await beginDeletion(tx, repository(), person);
    },
    goOn: () => repository().jobs.nudge(),
  };
}
