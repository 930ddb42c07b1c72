import { z } from 'zod';

import { maxCommentCharacters, minCommentCharacters, panels } from '../limits';
import { isVisible, storableText } from '../text';

/**
 * Who can read a note besides its author: the contributor with the whole board, the other expert, the chair, or, for
 * notes of the contributor, the board.
 */
export const noteReaders = ['contributor', 'expert', 'chair', 'board'] as const;
export const NoteReaderSchema = z.enum(noteReaders);
export type NoteReader = z.infer<typeof NoteReaderSchema>;

/** Body of `POST api/editorial/{id}/notes`; the contributor's notes have no readers to choose. */
export const NewNoteSchema = z.object({
  readers: NoteReaderSchema.exclude(['board']),
  text: z.string().trim().min(minCommentCharacters).max(maxCommentCharacters).transform(storableText).refine(isVisible),
});
export type NewNote = z.infer<typeof NewNoteSchema>;

/** Body of `POST api/fileupload/{id}/notes`. */
export const NewContributorNoteSchema = NewNoteSchema.pick({ text: true });

/** A note as a reader sees it. */
export const ReviewNoteSchema = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** 'board' for the contributor, who does not learn who reviews. */
  author: z.enum(['self', 'contributor', 'expert', 'chair', 'board']),
  /** Name of the contributor or co-author who wrote it, for the others of them. */
  person: z.string().optional(),
  readers: NoteReaderSchema,
  /** Panel of the expert who wrote to the chair, for the chair; null for all others. */
  panel: z
    .union(panels.map((nr) => z.literal(nr)))
    .nullable()
    .default(null),
  text: z.string(),
});
export type ReviewNote = z.infer<typeof ReviewNoteSchema>;
