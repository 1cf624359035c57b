import { availableParallelism } from 'node:os';

/** Node loads the sources themselves (ADR 0068): swc strips the types, its own `#…` imports find the .ts files. */
export default {
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testEnvironment: '<rootDir>/test/support/runner/shared-environment.mjs',
  runtime: '<rootDir>/test/support/runner/native-runtime.cjs',
  // Nothing is compiled by jest itself.
  transform: {},
  setupFilesAfterEnv: ['<rootDir>/test/support/report-progress.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Two more than cores, because a third of a file's time is waiting (32 files took 84 and 97 s in place of 96 and 148); a
  // worker that has grown is replaced, because modules are not given back.
  maxWorkers: Math.min(availableParallelism() + 2, 8),
  workerIdleMemoryLimit: '1500MB',
  // A bound on what hangs, not on what is slow: machines that run tests do other things too.
  testTimeout: 90_000,
};
