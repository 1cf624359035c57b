import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationsOf, rooms } from './script.mjs';

const CHILD = fileURLToPath(new URL('./crash-child.mjs', import.meta.url));

interface Line {
  acked?: { room: string; at: number; answer: string; id?: string };
  delivered?: { room: string; seq: number };
  error?: string;
  done?: true;
}

/** What the processes of one place have said in all their lives. */
export class CrashRun {
  readonly place: string;
  readonly #diaries: string;
  /** Per room: the operations that were acknowledged. */
  readonly #acked = new Map<string, Set<number>>();
  /** Per room: the first operation that nobody acknowledged. */
  readonly reached: Record<string, number> = Object.fromEntries(rooms.map((room) => [room, 0]));
  /** Ids of acknowledged messages by room and client_id. */
  readonly ids = new Map<string, string>();
  /** Seqs that were delivered, per room, one list for each life. */
  readonly delivered: Record<string, number[]>[] = [];
  readonly refusals: string[] = [];
  readonly errors: string[] = [];
  crashes = 0;

  /** `place`: a data folder or a connection string. `diaries`: a folder for what the processes write down. */
  constructor(place: string, diaries: string) {
    this.place = place;
    this.#diaries = diaries;
  }

  /** One life. True when the script came to its end. */
  async live(crashAt: string | null): Promise<boolean> {
    const { PATH } = process.env;
    const env = { ...(PATH && { PATH }), ...(crashAt && { CRASH_AT: crashAt }) };
    const diary = join(this.#diaries, `diary-${this.delivered.length}`);
    const script = [CHILD, this.place, diary, JSON.stringify(this.reached)];
    const child = spawn(process.execPath, script, { env, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    const life: Record<string, number[]> = Object.fromEntries(rooms.map((room) => [room, []]));
    this.delivered.push(life);
    let isDone = false;
    for (const text of (await readFile(diary, 'utf8')).trim().split('\n').filter(Boolean)) {
      const line = JSON.parse(text) as Line;
      this.#hear(line, life);
      isDone ||= line.done === true;
    }
    if (signal === 'SIGKILL') this.crashes += 1;
    else if (code !== 0) throw new Error(`the process ended with ${code ?? signal}`);
    return isDone;
  }

  #hear({ acked, delivered, error }: Line, life: Record<string, number[]>): void {
    if (delivered) life[delivered.room]?.push(delivered.seq);
    if (error) this.errors.push(error);
    if (!acked) return;
    const { room, at, answer, id } = acked;
    if (answer === 'unavailable') return;
    const known = this.#acked.get(room) ?? new Set();
    this.#acked.set(room, known.add(at));
    // Answers of one burst come in any order.
    while (known.has(this.reached[room] ?? 0)) this.reached[room] = (this.reached[room] ?? 0) + 1;
    const { op, clientId } = operationsOf(room)[at] ?? {};
    if (answer !== 'ok') this.refusals.push(`${op} ${answer}`);
    if (op === 'send' && id && clientId) this.ids.set(`${room} ${clientId}`, id);
  }
}
