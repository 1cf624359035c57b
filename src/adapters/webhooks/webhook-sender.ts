/**
 * Sends one call to a server that a person has named. In production the address is https, and only checked public addresses
 * are connected to. Redirects are not followed, and neither the time nor the answer is longer than its bound.
 */
import { buildConnector, Client, type Dispatcher } from 'undici';
import { guardedConnector, type PreviewNetwork } from '../link-preview/network.js';
import { isFailureOfPage, PreviewRefused, reasonOf } from '../link-preview/refused.js';
import { mayBePublic } from '../link-preview/targets.js';

export interface WebhookCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface CallOutcome {
  /** Null without an answer. */
  status: number | null;
  /** Why there is no answer, in a few words without the address. */
  error: string | null;
  durationMs: number;
}

export interface WebhookSender {
  /** Never rejects. */
  send(call: WebhookCall): Promise<CallOutcome>;
  /** What is wrong with the address; null if nothing is. Addresses behind a name are checked when connecting. */
  problemOf(url: string): string | null;
}

export interface WebhookSenderDeps {
  network: PreviewNetwork;
  /** In production: https to public addresses alone. Elsewhere the receiver may be this machine. */
  isStrict: boolean;
  agent: string;
  monotonic(): number;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Nothing in the answer is used. */
const ANSWER_BYTES_MAX = 65_536;
const CONNECT_TIMEOUT_MS = 3_000;

export function createWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const { isStrict, monotonic, timeoutMs = TIMEOUT_MS } = deps;
  return {
    problemOf: (url) => problemOf(url, isStrict),
    async send(call) {
      const startedAt = monotonic();
      const outcome = await outcomeOf(deps, call, AbortSignal.timeout(timeoutMs));
      return { ...outcome, durationMs: Math.round(monotonic() - startedAt) };
    },
  };
}

async function outcomeOf(deps: WebhookSenderDeps, call: WebhookCall, signal: AbortSignal) {
  try {
    return { status: await statusOf(deps, call, signal), error: null };
  } catch (error) {
    // A mistake of our own has no name of the network; the delivery is repeated either way.
    return { status: null, error: isFailureOfPage(error) ? reasonOf(error) : 'failed' };
  }
}

/** Each call has its own connection: addresses are checked for each, and no receiver holds one that another needs. */
async function statusOf(deps: WebhookSenderDeps, { url, headers, body }: WebhookCall, signal: AbortSignal) {
  const problem = problemOf(url, deps.isStrict);
  if (problem !== null) throw new PreviewRefused(problem);
  const { origin, pathname, search } = new URL(url);
  const connect = deps.isStrict
    ? guardedConnector(deps.network, signal)
    : buildConnector({ timeout: CONNECT_TIMEOUT_MS, maxCachedSessions: 0 });
  const client = new Client(origin, { connect, maxResponseSize: ANSWER_BYTES_MAX, allowH2: false });
  try {
    const answer = await client.request({
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': deps.agent },
      body,
      reset: true,
      signal,
    });
    discard(answer);
    return answer.statusCode;
  } finally {
    await client.destroy();
  }
}

/** The status is the whole answer. The rest ends with the connection; the resulting error is expected. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {});
  body.resume();
}

function problemOf(text: string, isStrict: boolean): string | null {
  if (!URL.canParse(text)) return 'no address';
  const url = new URL(text);
  const protocols = isStrict ? ['https:'] : ['https:', 'http:'];
  if (!protocols.includes(url.protocol)) return isStrict ? 'not https' : 'neither http nor https';
  // A user name in an address fakes another host, or logs in to one.
  if (url.username || url.password) return 'a user in the address';
  if (url.hash) return 'a fragment in the address';
  return isStrict && !mayBePublic(url.hostname) ? 'not a public host' : null;
}
