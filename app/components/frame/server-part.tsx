import { createContext, type HTMLAttributes, type ReactNode, useContext, useEffect, useRef, useState } from 'react';

/** Parts of the page that its loader has made, by the id of their element; null in the browser. */
export const ServerPartsContext = createContext<ReadonlyMap<string, ReactNode> | null>(null);

interface ServerPartProps extends Omit<HTMLAttributes<HTMLElement>, 'id' | 'children'> {
  element: 'section' | 'article';
  id: string;
}

/**
 * A part of the page that only the server renders, from `context.serverParts` (decision 0077). The browser keeps the
 * markup it got, so it needs neither the data of the part nor its components. Not for parts that react to script, or
 * that can be empty.
 */
export function ServerPart({ element: Element, id, ...attributes }: ServerPartProps) {
  const parts = useContext(ServerPartsContext);
  if (parts === null) return <KeptPart element={Element} id={id} {...attributes} />;
  return (
    <Element id={id} {...attributes}>
      {parts.get(id)}
    </Element>
  );
}

function KeptPart({ element: Element, ...attributes }: ServerPartProps) {
  const part = useRef<HTMLElement>(null);
  // React takes what it finds, and makes it anew from this text if the rest of the page is not as it expected.
  const [markup] = useState(() => document.getElementById(attributes.id)?.innerHTML ?? '');
  useEffect(() => {
    // The router has swapped the page in, and the part is not in what it got.
    if (!part.current?.hasChildNodes()) window.location.reload();
  }, []);
  return <Element ref={part} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: markup }} />;
}
