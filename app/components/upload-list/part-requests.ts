/** A request without success; the status 0 if there was no response. */
export interface Failure {
  status: number;
  message: string | null;
}

/** No response. */
export const lost: Failure = { status: 0, message: null };

/** What the server says of a part. */
export interface PartAnswer {
  state: 'receiving' | 'checking' | 'taken' | 'refused';
  upload: string | null;
  error: { message: string; upload?: string } | null;
}

/** Asks the server what became of a part. */
export async function readPart(part: string): Promise<PartAnswer | Failure> {
  try {
    const response = await fetch(part, { headers: { Accept: 'application/json' } });
    if (response.ok) return (await response.json()) as PartAnswer;
    return { status: response.status, message: messageIn(await response.text()) };
  } catch {
    return lost;
  }
}

/** Deletes a part on the server, which frees the user's quota. If that fails, the server deletes it after some days. */
export function deletePart(part: string): void {
  const headers = { 'Tus-Resumable': '1.0.0' };
  fetch(part, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
}

/** The message of a response; null if it has none. */
export function messageIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : null;
  } catch {
    return null;
  }
}
