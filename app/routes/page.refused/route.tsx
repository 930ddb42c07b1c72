/** `script: false`: the browser's address is that of the form, and script would look for that. */
export const handle = { title: 'failures.403.title', script: false };

/** Shown in the place of what a form from another site has ordered (`app/web-handler.ts`). */
export function loader(): never {
  throw new Response(null, { status: 403 });
}

export default function Refused() {
  return null;
}
