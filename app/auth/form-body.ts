/** Largest body of a plain form. */
export const maxFormBytes = 2 * 1024 * 1024;

/** Text of the body of a plain form; null if it is too large. */
export async function readFormBody(request: Request): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxFormBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
