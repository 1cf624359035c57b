/** Standby leases in the virtual store; what they grant is known to the world. */
import { StoredStandbyLeases } from '#src/app/stored-standby-leases.js';
import type { Store } from '#src/store/store.js';
import type { InjectionSite } from '../injection-points.js';

export class RecordedStandbyLeases extends StoredStandbyLeases {
  readonly #seat: InjectionSite;

  constructor(store: Store, seat: InjectionSite) {
    super(store);
    this.#seat = seat;
  }

  override async extend(token: string): Promise<boolean> {
    const { world, name } = this.#seat;
    const sentAt = world.now;
    const isExtended = await super.extend(token);
    if (isExtended) {
      world.leases.extended(name, sentAt + world.plan.leaseMs);
      world.took('extend');
    }
    return isExtended;
  }
}
