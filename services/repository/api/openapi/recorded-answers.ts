import type { Example, Operation } from './operation';
import recorded from './recorded-answers.json';

/** Answer of an example as a test has recorded it. */
export interface RecordedAnswer {
  mediaType: string;
  body: unknown;
}

const answers: Record<string, RecordedAnswer> = recorded;

/** Name of an example in the recorded answers. */
export const exampleKey = ({ title, address }: Example): string => `${title}: ${address}`;

/** Examples of the answers with a status and a media type, as OpenAPI has them. */
export function recordedExamples(
  { examples = [] }: Operation,
  status: number,
  mediaType: string,
): Record<string, { summary: string; value: unknown }> {
  const shown = examples.flatMap((example) => {
    const answer = answers[exampleKey(example)];
    if (example.status !== status || answer?.mediaType !== mediaType) return [];
    return [[example.title, { summary: example.title, value: answer.body }] as const];
  });
  return Object.fromEntries(shown);
}
