import { sql } from 'drizzle-orm';

import type { Queryable } from '../store/database';
import { searchWords } from '../store/schema';
import { beforeDeadline } from './before-deadline';
import { maxWordCharacters } from './search-documents';

/** Words that are compared letter by letter: those with the most parts of three letters in common. */
const comparedWords = 40;
/** So many letters of a word allow one typing error. Own estimate, tried with typing errors of both languages. */
const lettersPerError = 4;
/** Share of common parts of three letters from which a word is offered whatever its letters. Own estimate. */
const minSimilarity = 0.45;

/**
 * Words of the catalogue that are spelled like a word, those with the fewest typing errors first. Throws `OutOfTime` at
 * the deadline.
 */
export async function findSimilarWords(
  db: Queryable,
  word: string,
  { limit, deadline }: { limit: number; deadline: number },
): Promise<string[]> {
  if (word.length > maxWordCharacters) return [];
  const similarity = sql<number>`similarity(${searchWords.word}, ${word})`;
  const rows = await beforeDeadline(db, deadline, (tx) =>
    tx
      .select({ word: searchWords.word, similarity })
      .from(searchWords)
      .where(sql`${searchWords.word} % ${word} and ${searchWords.word} <> ${word}`)
      .orderBy(sql`${similarity} desc`, searchWords.word)
      .limit(comparedWords),
  );
  const errorsAllowed = Math.max(1, Math.floor(word.length / lettersPerError));
  return rows
    .map((row) => ({ ...row, errors: countErrors(word, row.word) }))
    .filter((row) => row.errors <= errorsAllowed || row.similarity >= minSimilarity)
    .sort((a, b) => a.errors - b.errors || b.similarity - a.similarity)
    .slice(0, limit)
    .map((row) => row.word);
}

/** Letters that were left out, added, replaced or exchanged with the next one (optimal string alignment distance). */
function countErrors(typed: string, meant: string): number {
  let before: number[] = [];
  let above = Array.from({ length: meant.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= meant.length; at += 1) {
      const isSame = typed[row - 1] === meant[at - 1];
      let least = Math.min(above[at]! + 1, current[at - 1]! + 1, above[at - 1]! + (isSame ? 0 : 1));
      const isExchanged = typed[row - 1] === meant[at - 2] && typed[row - 2] === meant[at - 1];
      if (row > 1 && at > 1 && isExchanged) least = Math.min(least, before[at - 2]! + 1);
      current.push(least);
    }
    before = above;
    above = current;
  }
  return above[meant.length]!;
}
