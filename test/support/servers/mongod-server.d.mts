import type { ChildProcess } from 'node:child_process';

export interface MongodServer {
  port: number;
  process: ChildProcess;
  /** When it answers and its replica set is initiated; rejected where it ends before. */
  started: Promise<void>;
  stop(): Promise<void>;
}

export function beginMongod(binary: string, more: string[]): Promise<MongodServer>;
export function uriOf(port: number, database: string): string;
