import { minCommentCharacters } from '../limits';

/** Positions, counted from 0, of the points of a request for changes that are not answered. */
export function unansweredPoints(answers: readonly string[]): number[] {
  return answers.flatMap((answer, index) => (answer.trim().length < minCommentCharacters ? [index] : []));
}
