/**
 * Words that say nothing about a study. Between other words they are no terms, so that 'strength of children' does not
 * ask for 'of'. Folded by `foldText`. Articles, prepositions and conjunctions only: pronouns and verbs are rare in
 * searches.
 */
const stopWords = new Set(
  [
    'a an and as at by for from in into is of on or per the to with without',
    'als am an auf aus bei beim das dem den der des die durch ein eine einem einen einer eines fur im in ist mit nach oder ohne pro sowie uber um und vom von vor zu zum zur zwischen',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a folded word is an article, a preposition or a conjunction of either language. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}
