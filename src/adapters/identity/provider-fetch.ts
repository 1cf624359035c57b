/** fetch for the identity provider, bounded in time and size. It marks failures that are the provider's fault. */

/** The provider cannot be used now: no connection, no answer in time, an endless answer, or a server error. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable';
}

export interface ProviderFetchOptions {
  timeoutMs: number;
  bytesMax: number;
  /** The address to connect to: the embedded provider is on this machine, whatever its public address. */
  locate(url: URL): URL;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
/** The fields that the callers pass; openid-client's own type has wider names for them. */
type Init = { body?: unknown; headers?: Record<string, string>; method?: string; redirect?: 'manual' };

export function createProviderFetch({ timeoutMs, bytesMax, locate }: ProviderFetchOptions) {
  return async (url: string, init: Init): Promise<Response> => {
    const target = locate(new URL(url)).href;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await (fetch as Fetch)(target, { ...init, redirect: 'manual', signal } as RequestInit);
      const body = await readAtMost(response, bytesMax);
      if (response.status >= 500 || response.status === 429) throw new Error(`it answered ${response.status}`);
      const empty = response.status === 204 || response.status === 205 || response.status === 304;
      return new Response(empty ? null : body, { status: response.status, headers: response.headers });
    } catch (error) {
      throw new ProviderUnreachable(`The identity provider cannot be used: ${reason(error)}`, { cause: error });
    }
  };
}

async function readAtMost(response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new Error(`its answer is longer than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
