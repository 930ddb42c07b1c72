/** An address as a link, or another identifier, such as an ISBN, as text. */
export function Address({ children }: { children: string }) {
  return /^https?:/.test(children) ? <a href={children}>{children}</a> : children;
}
