import { rootFolder } from '../root-folder';
import { vocabulary } from '../vocabulary';
import type { SuggestionRules } from './rank-targets';
import { loadConcepts } from './read-concepts';

export { isNamed, type Candidate, type SuggestedColumn } from './rank-targets';
export { reasonOf } from './reasons';
export { suggestMapping } from './suggest-mapping';

/** The vocabulary that comes with the project with what headers call its targets, read once at start. */
export const suggestionRules: SuggestionRules = { vocabulary, lexicon: loadConcepts(rootFolder, vocabulary) };
