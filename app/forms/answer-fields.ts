import { type Entries, entryValues } from './form-entries';

/** Form name of the answers to requested changes, one for each point in their order. */
export const answerField = 'answer';

/** Id of the field that answers a point; points are counted from 1. */
export function answerFieldId(point: number): string {
  return `answer-${point}`;
}

/** The answers in a posted or drafted form, with line breaks as they are stored. */
export function answersIn(entries: Entries): string[] {
  return entryValues(entries, answerField).map((answer) => answer.replaceAll('\r\n', '\n'));
}
