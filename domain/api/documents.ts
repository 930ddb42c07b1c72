import { z } from 'zod';

/** Types of documents that go along with an upload. */
export const documentTypes = ['txt', 'md', 'pdf'] as const;
export const DocumentTypeSchema = z.enum(documentTypes);
export type DocumentType = z.infer<typeof DocumentTypeSchema>;

/** Media types. Texts are passed on as they were received, in any encoding. */
const documentMediaTypes: Record<DocumentType, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
};

/** Type of a document by its name; null if documents of this name are not taken. */
export function documentTypeOf(name: string): DocumentType | null {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return documentTypes.find((type) => type === extension) ?? null;
}

/** Media type of a document by its name. */
export function documentMediaType(name: string): string {
  return documentMediaTypes[documentTypeOf(name) ?? 'txt'];
}

/**
 * Whether a document could be looked through: 'read', or why not: it has no text, as a scan, is locked by a password,
 * or takes too much time or memory.
 */
export const documentStates = ['read', 'no-text', 'locked', 'too-much'] as const;
export const DocumentStateSchema = z.enum(documentStates);
export type DocumentState = z.infer<typeof DocumentStateSchema>;

/** What may be personal data in a document. */
export const findingKinds = ['contact', 'name', 'birth-date'] as const;
export const FindingKindSchema = z.enum(findingKinds);
export type FindingKind = z.infer<typeof FindingKindSchema>;

/** Findings of a kind in a document: the first places, and how many there are. */
export const FindingSchema = z.object({
  kind: FindingKindSchema,
  count: z.number().int().positive(),
  places: z.array(
    z.object({
      /** Page of a pdf, from 1; null for texts. */
      page: z.number().int().nullable(),
      /** Line of the page or the text, from 1. */
      line: z.number().int(),
      /** The line, or the part of a long one. */
      text: z.string(),
    }),
  ),
  /** What the contributor says about them; null while they have not said anything. */
  comment: z.string().nullable(),
});
export type Finding = z.infer<typeof FindingSchema>;

/** A document of an upload: `GET api/fileupload/{id}/documents`. */
export const UploadDocumentSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  type: DocumentTypeSchema,
  bytes: z.number().int(),
  sha256: z.string().describe('Hex.'),
  /** When it was received; ISO 8601. */
  receivedAt: z.string(),
  state: DocumentStateSchema,
  /** Number of pages of a pdf, and of those without text; null for texts and where they are not known. */
  pages: z.number().int().nullable(),
  emptyPages: z.number().int().nullable(),
  findings: z.array(FindingSchema),
});
export type UploadDocument = z.infer<typeof UploadDocumentSchema>;
export const UploadDocumentsSchema = z.array(UploadDocumentSchema);

/** Body of `POST api/fileupload/{id}/documents/comments`. An empty comment takes the former one back. */
export const DocumentCommentsSchema = z.object({
  comments: z
    .array(z.object({ document: z.uuid(), kind: FindingKindSchema, comment: z.string().max(10_000) }))
    .max(100),
});
export type DocumentComment = z.infer<typeof DocumentCommentsSchema>['comments'][number];

/** Number of findings without a comment. */
export function openFindings(documents: readonly Pick<UploadDocument, 'findings'>[]): number {
  return documents.flatMap(({ findings }) => findings).filter(({ comment }) => comment === null).length;
}
