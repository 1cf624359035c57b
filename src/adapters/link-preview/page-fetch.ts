/** Fetches one page over at most three redirects. Each target is checked like the link itself. */
import { Client, type Dispatcher } from 'undici';
import { guardedConnector, type PreviewNetwork } from './network.js';
import { ACCEPTED_ENCODINGS, PAGE_BYTES_MAX, readPage } from './page-body.js';
import { PreviewRefused } from './refused.js';
import { pageTarget } from './targets.js';

export interface Page {
  /** The address after all redirects. */
  url: URL;
  /** The value of the header: the type, perhaps with a charset. */
  contentType: string;
  bytes: Buffer;
}

const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HTML = /^(text\/html|application\/xhtml\+xml)\s*(;|$)/i;

export interface PageFetch {
  network: PreviewNetwork;
  /** The user agent of this service. */
  agent: string;
}

export async function fetchPage(link: string, via: PageFetch, signal: AbortSignal): Promise<Page> {
  let url = pageTarget(link);
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const found = await askOnce(url, via, signal);
    if (!('location' in found)) return found;
    url = pageTarget(found.location, url);
  }
  throw new PreviewRefused('too many redirects');
}

/** Each request has its own connection, so that no cookie or session of one page reaches another. */
async function askOnce(url: URL, { network, agent }: PageFetch, signal: AbortSignal) {
  const client = new Client(url.origin, {
    connect: guardedConnector(network, signal),
    maxResponseSize: PAGE_BYTES_MAX,
    allowH2: false,
  });
  try {
    const path = `${url.pathname}${url.search}`;
    const headers = { accept: 'text/html,application/xhtml+xml', 'accept-encoding': ACCEPTED_ENCODINGS };
    const request = { method: 'GET' as const, path, headers: { ...headers, 'user-agent': agent }, reset: true, signal };
    return await answerOf(url, await client.request(request), signal);
  } finally {
    await client.destroy();
  }
}

async function answerOf(
  url: URL,
  { statusCode, headers, body }: Dispatcher.ResponseData,
  signal: AbortSignal,
): Promise<Page | { location: string }> {
  // If the body is not read to its end, the connection is destroyed; the resulting error is expected.
  body.on('error', () => {});
  if (REDIRECTS.has(statusCode)) {
    const location = single(headers.location);
    if (location === '') throw new PreviewRefused('a redirect to nowhere');
    return { location };
  }
  if (statusCode < 200 || statusCode > 299) throw new PreviewRefused(`status ${statusCode}`);
  const contentType = single(headers['content-type']);
  if (!HTML.test(contentType)) throw new PreviewRefused('no HTML');
  if (Number(headers['content-length'] ?? 0) > PAGE_BYTES_MAX) throw new PreviewRefused('a page longer than 512 KB');
  const encoding = single(headers['content-encoding']).trim().toLowerCase();
  return { url, contentType, bytes: await readPage(body, encoding, signal) };
}

/** A repeated header is ambiguous and ignored. */
const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');
