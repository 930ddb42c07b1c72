import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

/** As many lines of text as the address asks for, for pages of any weight. */
export function loader({ params }: LoaderFunctionArgs) {
  return Array.from({ length: Number(params.count) }, (_, line) => `${line} ${'bare page '.repeat(8)}`);
}

export default function Lines() {
  const lines = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Bare page</h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}
