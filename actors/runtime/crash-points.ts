/**
 * Where a process may be ended on purpose: before and after each step that makes something durable or lets something
 * out. A test may pass a hook; the service itself passes none.
 */
export const crashPoints = [
  'append:before',
  'append:after',
  'project:before',
  'project:after',
  'transaction:before',
  'transaction:after',
  'deliver:before',
  'deliver:after',
  'settle:before',
  'settle:after',
  'checkpoint:before',
  'checkpoint:after',
] as const;

export type CrashPoint = (typeof crashPoints)[number];
export type CrashHook = (point: CrashPoint) => void;

export const goOn: CrashHook = () => undefined;
