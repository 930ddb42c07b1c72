/** Headers that tell what the body of an upload is, to be passed on with it. */
export function multipartHeaders(request: Request): Record<string, string> {
  return Object.fromEntries(
    ['Content-Type', 'Content-Length'].flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
