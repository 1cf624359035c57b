/** One call to the console, bounded in time and size. It distinguishes a failing console from a refusal. */
import { type Agent, request } from 'undici';
import { DictionaryFault } from './dictionary.js';

export interface ContractCall {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the base, with its query. */
  path: string;
  body?: object;
}

export interface ContractAnswer {
  status: number;
  body: unknown;
}

export interface ContractLine {
  /** Without a slash at its end. */
  base: string;
  key: string;
  agent: Agent;
  timeoutMs: number;
  bytesMax: number;
}

/** Any answer below 500 that is JSON. Redirects are not followed, because the key is for this address alone. */
export async function callConsole(line: ContractLine, { method, path, body }: ContractCall): Promise<ContractAnswer> {
  const signal = AbortSignal.timeout(line.timeoutMs);
  try {
    const answer = await request(`${line.base}${path}`, {
      method,
      dispatcher: line.agent,
      signal,
      headers: {
        authorization: `Bearer ${line.key}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // If the body is not read to its end, the connection is destroyed, and the body emits an error.
    answer.body.on('error', () => undefined);
    const text = await readAtMost(answer.body, line.bytesMax);
    if (answer.statusCode >= 500 || answer.statusCode < 200) throw new Error(`it answered ${answer.statusCode}`);
    if (answer.statusCode >= 300 && answer.statusCode < 400) throw new Error('it answered with a redirect');
    return { status: answer.statusCode, body: parsed(text) };
  } catch (cause) {
    throw new DictionaryFault(`the dictionary cannot be used: ${(cause as Error).message}`, { cause });
  }
}

async function readAtMost(body: AsyncIterable<Buffer>, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new Error(`its answer is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined if the text is no JSON and therefore breaks the contract. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
