import { z } from 'zod';

/** What happened to a data set after its acceptance, as everybody may read it. */
export const publicActs = ['withdrawn', 'restored', 'embargo-shortened', 'embargo-lengthened'] as const;

export const PublicActSchema = z.object({
  act: z.enum(publicActs).describe('What happened.'),
  date: z.string().describe('yyyy-MM-dd.'),
  note: z.string().describe('Public reason, in the language in which it was written.'),
  until: z.string().optional().describe('New end of the embargo, yyyy-MM-dd.'),
});
export type PublicAct = z.infer<typeof PublicActSchema>;
