import type { StandbyLeases } from '#src/cluster/standby-leases.js';

export const changedStandby = (real: StandbyLeases, changes: Partial<StandbyLeases>): StandbyLeases => ({
  register: (node) => real.register(node),
  extend: (token) => real.extend(token),
  withdraw: (token) => real.withdraw(token),
  extended: () => real.extended(),
  end: (token) => real.end(token),
  forget: (token) => real.forget(token),
  ...changes,
});
