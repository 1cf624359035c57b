/**
 * Reports the state of a blocked main thread: its stack, if the thread still answers a debugger (an endless loop and
 * `Atomics.wait` do, a lock in native code does not), and the state in /proc. It runs in its own thread, because the
 * log itself may be blocked.
 */
import { readFileSync, writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { redact } from '../redact.js';

export interface StallReport {
  stalledMs: number;
  lastBegun: string;
  isLogged: boolean;
}

const STACK_TIMEOUT_MS = 1_500;
const SAMPLE_MS = 200;
const FRAMES_MAX = 20;
const mainThread = `/proc/${process.pid}/task/${process.pid}`;
/** Ticks of processor time in a second, as /proc counts them. */
const TICKS_PER_S = 100;

const report = workerData as StallReport;
if (report.isLogged) await write();
parentPort?.postMessage('written');

/** In pino's format. */
async function write(): Promise<void> {
  // The system is read first, because a debugger that pauses the thread changes its state.
  const system = await stateOfMainThread();
  const stack = await stackOfMainThread();
  const { stalledMs, lastBegun } = report;
  const msg = 'main thread stalled: the process exits';
  const head = { level: 'fatal', time: new Date().toISOString(), part: 'process' };
  writeSync(1, `${JSON.stringify({ ...head, stalledMs, lastBegun, mainThread: system, stack, msg })}\n`);
}

/** The state and the share of processor time; null on systems without /proc. */
async function stateOfMainThread(): Promise<{ state: string; cpuShare: number; waitsIn: string } | null> {
  try {
    const before = ticksOfMainThread();
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    const { state, ticks } = ticksOfMainThread();
    const cpuShare = Math.min(1, (ticks - before.ticks) / TICKS_PER_S / (SAMPLE_MS / 1_000));
    return { state, cpuShare, waitsIn: readFileSync(`${mainThread}/wchan`, 'utf8') };
  } catch {
    return null;
  }
}

/** Fields 3, 14 and 15 of proc(5). The second field may contain blanks and brackets. */
function ticksOfMainThread(): { state: string; ticks: number } {
  const text = readFileSync(`${mainThread}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] as string, ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Function, file and line, innermost first; no arguments and no variables. */
function stackOfMainThread(): Promise<string[] | string> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('the main thread did not answer'), STACK_TIMEOUT_MS);
    try {
      const session = new Session();
      session.connectToMainThread();
      const files = new Map<string, string>();
      session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
      session.on('Debugger.paused', ({ params }) => {
        resolve(params.callFrames.slice(0, FRAMES_MAX).map((frame) => describeFrame(frame, files)));
      });
      session.post('Debugger.enable');
      session.post('Debugger.pause');
    } catch (error) {
      resolve(redact(String(error)));
    }
  });
}

function describeFrame({ functionName, location, url }: Debugger.CallFrame, files: Map<string, string>): string {
  const file = url || files.get(location.scriptId) || 'unknown';
  return redact(`${functionName || '(anonymous)'} ${file}:${location.lineNumber + 1}`);
}
