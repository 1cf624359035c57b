import { spawn } from 'node:child_process';
import { once } from 'node:events';

describe('the load example', () => {
  it('is a scenario that the tool runs, and finds nothing wrong with', async () => {
    const options = ['--scenario', 'examples/load/evening.json', '--drive', 'actors', '--seconds', '1'];
    const child = spawn(process.execPath, ['bench/load.mjs', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let problem = '';
    child.stdout.on('data', (piece) => (output += piece));
    child.stderr.on('data', (piece) => (problem += piece));
    const [code] = await once(child, 'close');
    expect({ code, problem }).toEqual({ code: 0, problem: 'Everybody is in; the load begins.\n' });
    const { counts, rowsJudged } = JSON.parse(output.split('\n')[0] ?? '');
    expect(counts).toEqual({ lost: 0, duplicated: 0, reordered: 0, unauthorized: 0 });
    expect(rowsJudged).toBeGreaterThan(50);
  });
});
