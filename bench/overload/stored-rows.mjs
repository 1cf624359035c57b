/** Compares what was acknowledged with what the rooms hold: every message once, at its `seq`, in the order of its sender. */
import http from 'node:http';

const PAGE = 200;
const ANSWERED_WITHIN_MS = 30_000;
const EXAMPLES_MAX = 5;

/** `acked`: `[room, sender, clientId, seq]`, in the order of sending where `isOrdered`. */
export async function judgeRows(port, rooms, acked, isOrdered) {
  const verdict = { rows: 0, acked: acked.length, lost: 0, doubled: 0, reordered: 0, examples: [] };
  const add = (kind, what) => {
    verdict[kind] += 1;
    if (verdict.examples.length < EXAMPLES_MAX) verdict.examples.push(`${kind}: ${what}`);
  };
  for (const { slug, tokens } of rooms) {
    const stored = await seqsIn(port, slug, tokens[0], (clientId) => add('doubled', clientId));
    verdict.rows += stored.size;
    const newest = new Map();
    for (const [, sender, clientId, seq] of acked.filter(([room]) => room === slug)) {
      if (stored.get(clientId) !== seq)
        add('lost', `${clientId} was acknowledged as ${seq}, is ${stored.get(clientId)}`);
      if (isOrdered && seq < (newest.get(sender) ?? 0)) add('reordered', `${clientId} of ${sender} has ${seq}`);
      newest.set(sender, seq);
    }
  }
  return verdict;
}

async function seqsIn(port, slug, token, onDouble) {
  const stored = new Map();
  for (let after = 0, hasMore = true; hasMore; ) {
    const page = await list(port, `/api/rooms/${slug}/messages?limit=${PAGE}&after_seq=${after}`, token);
    for (const { client_id: clientId, seq } of page.messages) {
      if (clientId !== null && stored.has(clientId)) onDouble(clientId);
      if (clientId !== null) stored.set(clientId, seq);
      after = seq;
    }
    hasMore = page.has_more;
  }
  return stored;
}

/** Once the load is over the service answers; a refusal is repeated for a while, as clients do. */
async function list(port, path, token) {
  const giveUpAt = performance.now() + ANSWERED_WITHIN_MS;
  let { status, json } = await get(port, path, token);
  while (status === 503 && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    ({ status, json } = await get(port, path, token));
  }
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

function get(port, path, token) {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, headers: token ? { authorization: `Bearer ${token}` } : {} };
    const request = http.get(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode, json: text === '' ? null : JSON.parse(text) }));
    });
    request.on('error', reject);
  });
}
