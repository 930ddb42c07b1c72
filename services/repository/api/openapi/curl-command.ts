import type { Example } from './operation';

/** The request of an example as a command for a shell. */
export function curlCommand(method: string, example: Example, origin: string): string {
  const { address, caller, headers = {}, body, file } = example;
  const parts = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(caller ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
    ...(file ? [`-F ${quote(`upload=@${file.name}`)}`] : []),
    quote(origin + address),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
