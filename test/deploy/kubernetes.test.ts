/** The base for Kubernetes, as text: its settings exist, its secrets come from files, its times and names fit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseNodeLink } from '#src/config/node-link.js';
import { type Setting, settings } from '#src/config/settings.js';

const folder = 'deploy/kubernetes';
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const nodes = read('stateful-set.yaml');
const base = read('kustomization.yaml');
const known: Record<string, Setting> = settings;

const literals = new Map(
  [...base.matchAll(/^ {6}- ([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const environment = [...nodes.matchAll(/^ {12}- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name = '']) => name);

describe('the base for Kubernetes', () => {
  it('lists each of its files', () => {
    const listed = [...base.matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(files.filter((name) => name !== 'kustomization.yaml').toSorted());
  });

  it('sets only settings that exist, and values that they take', () => {
    expect(literals.size).toBeGreaterThan(8);
    for (const [name, value] of literals) {
      expect([name, known[name]?.schema.validate(value).error]).toEqual([name, undefined]);
      expect([name, known[name]?.isSecret]).toEqual([name, undefined]);
    }
  });

  it('gives each secret as a file', () => {
    const secrets = environment.filter((name) => !['NODE_NAME', 'POD_IP', 'NODE_LINK'].includes(name));
    expect(secrets.length).toBeGreaterThan(5);
    for (const name of secrets) {
      expect(name).toMatch(/_FILE$/);
      expect([name, known[name.replace(/_FILE$/, '')]?.isSecret]).toEqual([name, true]);
    }
  });

  it('lets a node drain before it is killed', () => {
    const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(nodes)?.[1]);
    expect(grace).toBeGreaterThan(Number(literals.get('DRAIN_S')) + 10);
  });

  it('names the ports that the settings open', () => {
    expect(nodes).toContain(`containerPort: ${literals.get('PORT')}`);
    expect(nodes).toContain(`containerPort: ${literals.get('METRICS_PORT')}`);
    for (const name of ['service.yaml', 'network-policy.yaml', 'pod-monitor.yaml']) {
      for (const [, port = ''] of read(name).matchAll(/(?:targetPort|port): ([a-z]+)$/gm)) {
        expect(nodes).toContain(`- name: ${port}`);
      }
    }
  });

  it('lets nodes reach each other at the port of their links, and nobody else', () => {
    const link = /value: "(\S*\$\(POD_IP\)\S*)"/.exec(nodes)?.[1] ?? '';
    for (const host of ['10.0.0.5', 'fd00::5']) {
      expect(parseNodeLink(link.replace('$(POD_IP)', host))).toEqual({ host, port: 7_400 });
    }
    expect(nodes).toMatch(/- name: links\n {14}containerPort: 7400/);
    const policy = read('network-policy.yaml');
    const [, sources] = /ingress:([\s\S]*)egress:/.exec(policy)?.[0].split('port: metrics') ?? [];
    expect(sources?.match(/podSelector:\n {12}matchLabels:\n {14}app.kubernetes.io\/name: meydan/g)).toHaveLength(1);
    expect(sources).toContain('port: links');
    expect(policy.split('egress:')[1]).toContain('port: 7400');
  });

  it('runs without rights and on a read-only disk', () => {
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: [ALL]',
      'type: RuntimeDefault',
    ]) {
      expect(nodes).toContain(line);
    }
  });

  it('takes one node away at a time, and asks each whether it is ready', () => {
    expect(read('disruption-budget.yaml')).toContain('maxUnavailable: 1');
    expect(nodes.match(/path: \/api\/ready/g)).toHaveLength(2);
    expect(read('autoscaler.yaml')).toContain('name: meydan_sockets_open');
  });

  it.each(['disruption-budget.yaml', 'network-policy.yaml', 'pod-monitor.yaml'])(
    '%s is of these pods alone',
    (name) => {
      expect(read(name)).toMatch(/elector:\n +matchLabels:\n +app\.kubernetes\.io\/name: meydan\n/i);
    },
  );
});
