import { z } from 'zod';

/** Files of `GET api/mapping/problems/{id}`: for any program, and for Excel. */
export const ProblemFileFormatSchema = z.enum(['csv', 'xlsx']);
export type ProblemFileFormat = z.infer<typeof ProblemFileFormatSchema>;
