/** `script: false`: the browser's address is another one, and script would look for that. */
export const handle = { title: 'failures.404.title', script: false };

/** Shown in the place of an address that is longer than any of ours (`app/answerable-address.ts`). */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
