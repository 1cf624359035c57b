/** What is deployed, read by the programs that it is for, where they are installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canRun, onPath } from '../../scripts/programs.mjs';
import { describeWith } from '../support/skipped-suites.js';

const run = promisify(execFile);
/** Debian has it outside the PATH of people. */
const haproxy = onPath('haproxy') ?? ['/usr/sbin/haproxy'].find(canRun);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-deploy-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describeWith({ HAProxy: haproxy }, 'the proxy of docker-compose.yml', (found) => {
  const accepted = async (text: string): Promise<boolean> => {
    await writeFile(join(dir, 'haproxy.cfg'), text);
    return run(found.HAProxy, ['-c', '-f', join(dir, 'haproxy.cfg')]).then(
      () => true,
      () => false,
    );
  };

  it('has a configuration that HAProxy accepts', async () => {
    const compose = await readFile('docker-compose.yml', 'utf8');
    const [, content = ''] = /\n {4}content: \|\n([\s\S]*?)\nvolumes:/.exec(compose) ?? [];
    const configuration = content.replaceAll(/^ {6}/gm, '');
    expect(await accepted(configuration)).toBe(true);
    expect(await accepted(configuration.replace('balance leastconn', 'balance leastcon'))).toBe(false);
  });
});

describeWith({ kubectl: onPath('kubectl') }, 'the base for Kubernetes', ({ kubectl }) => {
  it('is rendered with all its objects, in one namespace', async () => {
    const { stdout } = await run(kubectl, ['kustomize', 'deploy/kubernetes']);
    const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
    expect(kinds.sort()).toEqual(
      [
        'ConfigMap',
        'HorizontalPodAutoscaler',
        'Namespace',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'PodMonitor',
        'Service',
        'Service',
        'ServiceAccount',
        'StatefulSet',
      ].sort(),
    );
    expect(stdout.match(/^ {2}namespace: meydan$/gm)).toHaveLength(kinds.length - 1);
  });

  // The soak's: it downloads the schemas of Kubernetes, which a package for Python carries.
  if (process.env.KUBERNETES_SCHEMAS)
    it('fits the schemas of Kubernetes', async () => {
      const { stdout } = await run(kubectl, ['kustomize', 'deploy/kubernetes']);
      await writeFile(join(dir, 'all.yaml'), stdout);
      await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', join(dir, 'python'), 'kubernetes-validate']);
      const env = { ...process.env, PYTHONPATH: join(dir, 'python') };
      const validated = await run('python3', ['-m', 'kubernetes_validate', '--strict', join(dir, 'all.yaml')], { env });
      expect(validated.stdout.match(/passed for resource/g)).toHaveLength(9);
    }, 120_000);
});

describeWith({ promtool: onPath('promtool') }, 'the alarms', ({ promtool }) => {
  it('are accepted by promtool, and so are their cases', async () => {
    const options = { cwd: 'deploy/prometheus' };
    for (const words of [
      ['check', 'rules', 'rules.yml'],
      ['test', 'rules', 'rules.test.json'],
    ]) {
      expect((await run(promtool, words, options)).stdout).toContain('SUCCESS');
    }
  });
});
