/** The variables of OpenTelemetry that are read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, loadConfig } from '#src/config/config.js';
import { explainConfig } from '#src/config/explain-config.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = '0123456789abcdef0123456789ABCDEF';
const load = (env: Environment) => loadConfig({ DATA_DIR: join(folder, 'data'), ...env });
const endpoint = 'https://collector.example.org:4318';
const headers = 'authorization=Bearer%20secret-of-it, x-tenant=a';

describe('traces', () => {
  it('are off without a collector, and of everything with one', () => {
    expect(load({}).tracing).toBeNull();
    const tracing = { endpoint, headers: {}, share: 1, serviceName: 'meydan' };
    expect(load({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` }).tracing).toEqual(tracing);
  });

  it('have headers from the setting or from a file, a share and a name', () => {
    const more = { OTEL_TRACES_SAMPLER_ARG: '0.25', OTEL_SERVICE_NAME: 'chat' };
    const expected = { endpoint, headers: { authorization: 'Bearer secret-of-it', 'x-tenant': 'a' }, share: 0.25 };
    const given = load({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, ...more });
    expect(given.tracing).toEqual({ ...expected, serviceName: 'chat' });
    const file = join(folder, 'headers');
    writeFileSync(file, headers);
    const ofFile = load({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS_FILE: file, ...more });
    expect(ofFile.tracing).toEqual({ ...expected, serviceName: 'chat' });
    const told = explainConfig(given).join('\n');
    expect(told).toContain(`to ${endpoint}, a share of 0.25`);
    expect(told).not.toContain('secret-of-it');
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:secret-of-it@collector.example.org'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector.example.org'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=secret-of-it%0d%0ax: y'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.01'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.01'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => load({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, [name]: value })).toThrow(`${name}`);
  });

  it('need a collector for headers, and in production an encrypted one elsewhere', () => {
    expect(() => load({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT is missing');
    const production = { NODE_ENV: 'production', SECRET, OTEL_EXPORTER_OTLP_HEADERS: headers };
    const at = (address: string) => load({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: address }).tracing?.endpoint;
    expect(() => at('http://collector.example.org:4318')).toThrow('is refused in production');
    expect([at(endpoint), at('http://localhost:4318')]).toEqual([endpoint, 'http://localhost:4318']);
    const plain = { NODE_ENV: 'production', SECRET, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(load(plain).tracing?.endpoint).toBe('http://collector:4318');
  });
});
