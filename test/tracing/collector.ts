/** A collector of OpenTelemetry: an HTTP server that takes OTLP as JSON and keeps it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  /** The span ids of its links. */
  links: string[];
  attributes: Record<string, unknown>;
  /** Of the resource. */
  node: unknown;
  ms: number;
}

export interface Collector {
  url: string;
  spans: ReceivedSpan[];
  requests: { path: string | undefined; headers: IncomingHttpHeaders; text: string }[];
  /** What it does with a request; default: answers 200. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

type Pair = { key: string; value: Record<string, unknown> };
interface WireSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { spanId: string }[];
  attributes?: Pair[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}
interface WireBody {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

export async function openCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    collector.requests.push({ path: request.url, headers: request.headers, text });
    collector.spans.push(...spansIn(JSON.parse(text) as WireBody));
    collector.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

const valuesOf = (pairs: Pair[] = []): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

function spansIn({ resourceSpans }: WireBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const node = valuesOf(resource.attributes)['service.instance.id'];
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => received(span, node)));
  });
}

const received = (span: WireSpan, node: unknown): ReceivedSpan => ({
  name: span.name,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId ?? '',
  links: (span.links ?? []).map(({ spanId }) => spanId),
  attributes: valuesOf(span.attributes),
  node,
  ms: (Number(span.endTimeUnixNano) - Number(span.startTimeUnixNano)) / 1e6,
});
