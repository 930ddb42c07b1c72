import { z } from 'zod';

/** Raw (individual values) or aggregated data. */
export const uploadKinds = ['raw', 'agg'] as const;
export const UploadKindSchema = z.enum(uploadKinds);
export type UploadKind = z.infer<typeof UploadKindSchema>;

export const digestTypes = ['r', 'a'] as const;
export const DigestTypeSchema = z.enum(digestTypes);
export type DigestType = z.infer<typeof DigestTypeSchema>;

/** Id of an upload in addresses and responses: its number and 'r' (raw) or 'a' (aggregated), such as '12r'. */
export const UploadIdSchema = z.string().regex(/^[1-9]\d{0,8}[ra]$/);
export type UploadId = z.infer<typeof UploadIdSchema>;

export function formatUploadId(number: number, kind: UploadKind): UploadId {
  return `${number}${digestTypeOf(kind)}`;
}

/** Parses an upload id; null if it is not one. */
export function parseUploadId(id: string): { number: number; kind: UploadKind } | null {
  if (!UploadIdSchema.safeParse(id).success) return null;
  return { number: Number(id.slice(0, -1)), kind: id.endsWith('r') ? 'raw' : 'agg' };
}

export function digestTypeOf(kind: UploadKind): DigestType {
  return kind === 'raw' ? 'r' : 'a';
}

export function kindOf(type: DigestType): UploadKind {
  return type === 'r' ? 'raw' : 'agg';
}
