/**
 * Words that tell no study from another. Between other words they are no terms, so that 'strength of children' does not
 * ask for 'of'. Folded by `foldText`. Articles, prepositions, conjunctions, the words of questions, and 'data' and
 * 'study', because every data set is of a study.
 */
const stopWords = new Set(
  [
    'a an and as at by for from in into is of on or per the to with without',
    'als am an auf aus bei beim das dem den der des die durch ein eine einem einen einer eines fur im in ist mit nach oder ohne pro sowie uber um und vom von vor zu zum zur zwischen',
    'about al are do et how many set sets what which data dataset datasets study studies',
    'es gibt viele welche welcher welches wie daten datensatz datensatze studie studien',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a folded word says nothing beside others. A single letter is the initial of a name. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word) || /^\p{L}$/u.test(word);
}
