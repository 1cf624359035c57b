/** The collector of traces: an export without spans tells whether it is there and takes what this service would send. */
import type { TracingConfig } from '#src/config/tracing-config.js';
import { type Examination, type Finding, ok, problem, reasonOf, warning } from './finding.js';

const TIMEOUT_MS = 5_000;
/** The exporter of a node gives up after this time. */
const SLOW_MS = 1_000;

export async function examineTraces({ endpoint, headers, share }: TracingConfig): Promise<Examination> {
  const from = performance.now();
  const url = `${endpoint}/v1/traces`;
  const answer = await exported(url, headers);
  if (answer instanceof Error) {
    return {
      findings: [problem(`nobody takes traces at ${endpoint} (${reasonOf(answer)}): is the collector running?`)],
    };
  }
  const ms = Math.round(performance.now() - from);
  const findings = [findingOf(answer, endpoint)];
  if (answer.ok && ms > SLOW_MS)
    findings.push(warning(`it took ${ms} ms to answer: exports end after 2 s, and lose spans`));
  if (share === 0) findings.push(warning('OTEL_TRACES_SAMPLER_ARG=0 records no trace'));
  return { findings };
}

async function exported(url: string, headers: Readonly<Record<string, string>>): Promise<Response | Error> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [] }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function findingOf({ ok: isTaken, status }: Response, endpoint: string): Finding {
  if (isTaken) return ok(`${endpoint} takes traces`);
  const told = `${endpoint} answers ${status}`;
  if (status === 401 || status === 403) {
    return problem(`${told}: it does not accept the credentials of OTEL_EXPORTER_OTLP_HEADERS`);
  }
  if (status === 404 || status === 405) {
    return problem(
      `${told} under /v1/traces: name the port of OTLP over HTTP (usually 4318), without the path of a signal`,
    );
  }
  if (status === 400 || status === 415) return problem(`${told}: it does not take OTLP as JSON`);
  if (status >= 300 && status < 400)
    return problem(`${told}, a redirect, which exports do not follow: name its target`);
  return problem(`${told}: it takes no traces now`);
}
