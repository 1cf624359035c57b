export interface ScriptedPerson {
  accountId: string;
  username: string;
  sessionId: string;
  language: null;
}
export interface ScriptedOperation {
  op: 'create' | 'join' | 'leave' | 'send' | 'edit' | 'delete' | 'react' | 'read';
  who: number;
  clientId?: string;
  target?: string;
  body?: string;
  emoji?: string;
  on?: boolean;
}
export const people: ScriptedPerson[];
export const rooms: string[];
export function operationsOf(room: string): ScriptedOperation[];
