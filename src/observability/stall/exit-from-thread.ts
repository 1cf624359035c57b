/**
 * Ends the whole process from a thread, with an exit code, while the main thread is blocked. In a worker,
 * `process.exit()` ends the worker alone, and a signal gives no exit code. A WebAssembly program whose WASI does not
 * return on exit calls the exit of the C library (ADR 0044).
 */
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';

/** Node provides it, but its declaration is in the types of browsers only. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => object;
};

/** Exit handlers of native libraries run first, and one of them may wait for a lock of the main thread. */
const EXIT_TIMEOUT_MS = 5_000;

/**
 * A thread that still runs while the C library destroys Node's statics dies of SIGSEGV. This pause lets all other
 * threads become idle.
 */
const SETTLE_MS = 100;

/** A thread that runs no JavaScript when the process ends; it kills the process if the exit hangs. */
const killer = `
  require('node:worker_threads').parentPort.postMessage('waits');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${EXIT_TIMEOUT_MS});
  process.kill(process.pid, 'SIGKILL');
`;

export function endProcess(exitCode: number): void {
  const soon = () => setTimeout(() => exit(exitCode), SETTLE_MS);
  new Worker(killer, { eval: true }).once('message', soon).once('error', soon);
}

function exit(exitCode: number): void {
  const wasi = new WASI({ version: 'preview1', returnOnExit: false });
  const program = new WebAssembly.Module(programThatExits(exitCode));
  wasi.start(new WebAssembly.Instance(program, wasi.getImportObject()));
}

/**
 * (module (import "wasi_snapshot_preview1" "proc_exit" (func (param i32)))
 *   (memory (export "memory") 0)
 *   (func (export "_start") (call 0 (i32.const exitCode))))
 */
function programThatExits(exitCode: number): Uint8Array {
  const i32 = 0x7f;
  const func = 0x60;
  return new Uint8Array([
    0x00,
    0x61,
    0x73,
    0x6d,
    0x01,
    0x00,
    0x00,
    0x00,
    ...section(1, [2, func, 1, i32, 0, func, 0, 0]),
    ...section(2, [1, ...text('wasi_snapshot_preview1'), ...text('proc_exit'), 0, 0]),
    ...section(3, [1, 1]),
    ...section(5, [1, 0, 0]),
    ...section(7, [2, ...text('memory'), 2, 0, ...text('_start'), 0, 1]),
    // The code is one of two LEB128 bytes.
    ...section(10, [1, 7, 0, 0x41, (exitCode & 0x7f) | 0x80, exitCode >> 7, 0x10, 0, 0x0b]),
  ]);
}

const section = (id: number, content: number[]): number[] => [id, content.length, ...content];
const text = (name: string): number[] => [name.length, ...Buffer.from(name)];
