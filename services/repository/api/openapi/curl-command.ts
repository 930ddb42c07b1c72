import type { Example, Operation } from './operation';

/** The request of an example as a command for a shell. */
export function curlCommand(method: string, { body: described }: Operation, example: Example, origin: string): string {
  const { address, caller, headers = {}, body, text, file } = example;
  const mediaType = described && 'mediaType' in described ? described.mediaType : '';
  const parts = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(caller ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
    ...(text === undefined ? [] : [`-H 'Content-Type: ${mediaType}'`, `--data-binary ${quote(text)}`]),
    ...(file ? [`-F ${quote(`upload=@${file.name}`)}`] : []),
    quote(origin + address),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
