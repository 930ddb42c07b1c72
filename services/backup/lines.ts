/**
 * Lines of a text, several at a time, without their ends. Only '\n' ends one: values contain U+2028 as it is, at which
 * `readline` cuts them, too (Node 24).
 */
export async function* linesIn(text: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const chunk of text) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    const last = parts.pop() ?? '';
    const [first, ...others] = parts;
    if (first === undefined) {
      begun.push(last);
      continue;
    }
    yield [begun.join('') + first, ...others];
    begun = [last];
  }
  const rest = begun.join('') + decoder.decode();
  if (rest !== '') yield [rest];
}
